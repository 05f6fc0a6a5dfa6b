package dev.baton.quorum.step;

import java.time.Duration;

/**
 * The timing of the protocol. The drift must be the same on every member. While heartbeats or leases differ, as during a
 * rolling change, members promise the longest lease and leaders count on the shortest.
 *
 * @param heartbeatEvery interval of a leader's heartbeats
 * @param lease length of a follower's promise; detection of an unreachable leader takes this long
 * @param electionMin minimum wait before a campaign, and minimum length of one of its rounds
 * @param electionMax maximum of both
 * @param rankSlot head start of each member over the next lower one after the end of a leader
 * @param resendAfter first repetition of an unanswered request; each next one waits twice as long
 * @param drift maximum deviation of a member's clock from real time; 0.005 is 0.5 %
 * @param margin subtracted from the leader's lease in addition to the drift
 */
public record QuorumTiming(
        Duration heartbeatEvery,
        Duration lease,
        Duration electionMin,
        Duration electionMax,
        Duration rankSlot,
        Duration resendAfter,
        double drift,
        Duration margin) {

    public QuorumTiming {
        if (drift < 0 || drift > 0.2) {
            throw new IllegalArgumentException("drift must be between 0 and 0.2, but is " + drift);
        }
        require(electionMin.compareTo(electionMax) < 0, "electionMin < electionMax", electionMin, electionMax);
        require(electionMax.compareTo(lease) < 0, "electionMax < lease", electionMax, lease);
        Duration shortest = Duration.ofNanos(leaderLease(lease, drift, margin));
        Duration three = heartbeatEvery.multipliedBy(3);
        require(
                three.compareTo(shortest) < 0,
                "3 * heartbeatEvery < lease * (1 - drift) / (1 + drift) - margin",
                three,
                shortest);
        require(!resendAfter.isZero() && !resendAfter.isNegative(), "0 < resendAfter", Duration.ZERO, resendAfter);
    }

    /** Returns the timing of the original protocol: heartbeat 1 s, lease 10 s, campaign after 150 to 300 ms. */
    public static QuorumTiming seed() {
        return of(Duration.ofSeconds(1), Duration.ofSeconds(10));
    }

    /** Returns the default timing: heartbeat 500 ms, lease 8 s. */
    public static QuorumTiming standard() {
        return of(Duration.ofMillis(500), Duration.ofSeconds(8));
    }

    /** Returns the timing for groups in one data centre: heartbeat 100 ms, lease 1 s, campaign after 80 to 160 ms. */
    public static QuorumTiming fast() {
        return of(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMillis(80));
    }

    /** Returns the default timing with another heartbeat interval and lease. */
    public static QuorumTiming of(Duration heartbeatEvery, Duration lease) {
        return of(heartbeatEvery, lease, Duration.ofMillis(150));
    }

    private static QuorumTiming of(Duration heartbeatEvery, Duration lease, Duration electionMin) {
        return new QuorumTiming(
                heartbeatEvery,
                lease,
                electionMin,
                electionMin.multipliedBy(2),
                Duration.ofMillis(2),
                Duration.ofMillis(4),
                0.005,
                Duration.ofMillis(1));
    }

    /** Returns this timing for clocks with another drift. */
    public QuorumTiming withDrift(double other) {
        return new QuorumTiming(heartbeatEvery, lease, electionMin, electionMax, rankSlot, resendAfter, other, margin);
    }

    /** Returns this timing with another lease. */
    public QuorumTiming withLease(Duration other) {
        return with(heartbeatEvery, other);
    }

    /** Returns this timing with another heartbeat interval and lease. */
    public QuorumTiming with(Duration heartbeat, Duration otherLease) {
        return new QuorumTiming(heartbeat, otherLease, electionMin, electionMax, rankSlot, resendAfter, drift, margin);
    }

    /** Returns the lease of a leader, counted from the sending of a heartbeat that a majority acknowledged. */
    public Duration leaderLease() {
        return Duration.ofNanos(leaderLease(lease, drift, margin));
    }

    /** Returns the lease of a leader whose followers promise this lease. */
    Duration leaderLease(Duration promised) {
        return Duration.ofNanos(leaderLease(promised, drift, margin));
    }

    /** Returns the maximum length of a lease or promise, measured by any member's clock. */
    public Duration longestLease() {
        return longestLease(lease);
    }

    /** Returns the maximum length of a promise of this lease, measured by any member's clock. */
    public Duration longestLease(Duration promised) {
        return Duration.ofNanos((long) Math.ceil(promised.toNanos() * (1 + drift) / (1 - drift)));
    }

    private static long leaderLease(Duration lease, double drift, Duration margin) {
        return (long) Math.floor(lease.toNanos() * (1 - drift) / (1 + drift)) - margin.toNanos();
    }

    private static void require(boolean holds, String formula, Duration left, Duration right) {
        if (!holds) {
            throw new IllegalArgumentException("unsafe timing: " + formula + " does not hold: " + left.toMillis()
                    + " ms against " + right.toMillis() + " ms");
        }
    }
}
