package dev.baton.store;

import java.time.Duration;

/**
 * The condition of a write.
 *
 * <pre>{@code
 * store.putIf(key, payload, WriteCondition.matchResourceVersion(7));
 * }</pre>
 */
public sealed interface WriteCondition {

    /** Calls the method of the visitor that belongs to this condition. */
    <R> R accept(Visitor<R> visitor);

    /** One method for each condition. */
    interface Visitor<R> {
        R mustCreate();

        R matchResourceVersion(long version);

        R matchUnchangedFor(long version, Duration age);

        R unconditional();
    }

    /** The record does not exist. */
    record MustCreate() implements WriteCondition {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.mustCreate();
        }
    }

    /** The record exists and has the given version. */
    record MatchResourceVersion(long version) implements WriteCondition {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.matchResourceVersion(version);
        }
    }

    /**
     * The record has the given version and has not been written for the given time, by the database's clock in the
     * statement that writes. A record from the future counts as old: the clock was set back and proves nothing, so the
     * caller must have observed the record itself.
     */
    record MatchUnchangedFor(long version, Duration age) implements WriteCondition {
        private static final Duration LONGEST = Duration.ofDays(36_500);

        public MatchUnchangedFor {
            if (age.isNegative() || age.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("the age must be 0 to " + LONGEST.toDays() + " days, but is " + age);
            }
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.matchUnchangedFor(version, age);
        }
    }

    /** Always. */
    record Unconditional() implements WriteCondition {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.unconditional();
        }
    }

    /** Returns the condition that the record does not exist. */
    static WriteCondition mustCreate() {
        return new MustCreate();
    }

    /** Returns the condition that the record has the given version. */
    static WriteCondition matchResourceVersion(long version) {
        return new MatchResourceVersion(version);
    }

    /** Returns the condition that the record has the given version and was not written for the given time. */
    static WriteCondition matchUnchangedFor(long version, Duration age) {
        return new MatchUnchangedFor(version, age);
    }

    /** Returns the condition that always holds. */
    static WriteCondition unconditional() {
        return new Unconditional();
    }
}
