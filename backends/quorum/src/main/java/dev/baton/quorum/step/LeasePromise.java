package dev.baton.quorum.step;

import org.jspecify.annotations.Nullable;

/**
 * What a member told a leader with its acknowledgement: until then it elects and acknowledges nobody else.
 *
 * @param incarnation which start of the leader's process it was
 * @param until on this member's own monotonic clock, in nanoseconds
 */
public record LeasePromise(String leader, long term, long incarnation, long until) {
    /** Nothing was promised. */
    public static final LeasePromise NONE = new LeasePromise("", 0, 0, Long.MIN_VALUE);

    /** Whether it still holds. */
    public boolean isLive(long nanos) {
        return until > nanos;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LeasePromise that
                && term == that.term
                && incarnation == that.incarnation
                && until == that.until
                && leader.equals(that.leader);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(term) + Long.hashCode(until)) + leader.hashCode();
    }
}
