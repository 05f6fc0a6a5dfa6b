package dev.baton.quorum.step;

/**
 * The heartbeats of a leader and the lease they extend.
 *
 * @param lastRound round of the last heartbeat sent: its time on the clock of leases
 * @param heartbeatAt time of the next heartbeat, in monotonic nanoseconds
 * @param resendGap wait between heartbeats until the first lease; it doubles each time
 * @param activateBy time by which an elected member needs its first lease, in monotonic nanoseconds
 * @param until end of the lease on the clock of leases; {@link #NO_LEASE} if there is none
 * @param ignoredRounds acknowledgements of this round and of earlier ones do not count
 */
record LeaseState(
        long lastRound,
        long heartbeatAt,
        long resendGap,
        long activateBy,
        long until,
        HeartbeatAcks acks,
        long ignoredRounds) {
    static final long NO_LEASE = Long.MIN_VALUE;
    static final LeaseState NONE =
            new LeaseState(Long.MIN_VALUE, 0, 0, 0, NO_LEASE, HeartbeatAcks.none(0), Long.MIN_VALUE);

    LeaseState withLastRound(long round) {
        return new LeaseState(round, heartbeatAt, resendGap, activateBy, until, acks, ignoredRounds);
    }

    LeaseState withHeartbeatAt(long nanos, long gap) {
        return new LeaseState(lastRound, nanos, gap, activateBy, until, acks, ignoredRounds);
    }

    LeaseState withUntil(long end) {
        return new LeaseState(lastRound, heartbeatAt, resendGap, activateBy, end, acks, ignoredRounds);
    }

    LeaseState withAcks(HeartbeatAcks newer) {
        return new LeaseState(lastRound, heartbeatAt, resendGap, activateBy, until, newer, ignoredRounds);
    }

    /** Returns this state without acknowledgements, and without those that are on their way. */
    LeaseState withoutAcks(int members) {
        return new LeaseState(
                lastRound, heartbeatAt, resendGap, activateBy, until, HeartbeatAcks.none(members), lastRound);
    }
}
