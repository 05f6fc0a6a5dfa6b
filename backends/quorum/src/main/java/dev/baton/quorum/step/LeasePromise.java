package dev.baton.quorum.step;

import org.jspecify.annotations.Nullable;

/**
 * The promise of a follower to its leader, given with an acknowledgement: it elects and acknowledges no other member.
 *
 * @param incarnation start of the leader's process
 * @param until end of the promise on the follower's monotonic clock, in nanoseconds
 */
public record LeasePromise(String leader, long term, long incarnation, long until) {
    /** No promise. */
    public static final LeasePromise NONE = new LeasePromise("", 0, 0, Long.MIN_VALUE);

    /** Returns whether the promise is still in force. */
    public boolean isLive(long nanos) {
        return until > nanos;
    }

    /** Returns whether the promise was given to this process. */
    boolean isTo(String member, long process) {
        return leader.equals(member) && incarnation == process;
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
