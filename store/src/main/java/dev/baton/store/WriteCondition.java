package dev.baton.store;

import java.time.Duration;

/** On what a write depends. */
public sealed interface WriteCondition {

    /** There is no such record yet. */
    record MustCreate() implements WriteCondition {}

    /** The record is there, at this version. */
    record MatchResourceVersion(long version) implements WriteCondition {}

    /**
     * The record is at this version and nobody has written it for so long, judged by the database's clock in
     * the statement that writes. A record that was written in the clock's future counts as old: the clock was
     * set back, so it says nothing, and the caller has to have watched the record himself.
     */
    record MatchUnchangedFor(long version, Duration age) implements WriteCondition {}

    /** Whatever is there. */
    record Unconditional() implements WriteCondition {}

    static WriteCondition mustCreate() {
        return new MustCreate();
    }

    static WriteCondition matchResourceVersion(long version) {
        return new MatchResourceVersion(version);
    }

    static WriteCondition matchUnchangedFor(long version, Duration age) {
        return new MatchUnchangedFor(version, age);
    }

    static WriteCondition unconditional() {
        return new Unconditional();
    }
}
