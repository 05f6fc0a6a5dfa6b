package dev.baton.quorum.step;

import java.time.Duration;

/**
 * The durations of the protocol, the same on every member.
 *
 * @param heartbeatEvery how often a leader is heard
 * @param lease how long a follower keeps its promise; detection of a silent leader takes this long
 * @param electionMin shortest wait before a candidacy, and shortest round of one
 * @param electionMax longest
 * @param rankSlot head start of each member over the one ranked below it, once a leader is known to be gone
 * @param resendAfter first repetition of an unanswered request; each next one waits twice as long
 * @param drift how much faster or slower than real time any member's clock may run, 0.005 being 0.5 %
 * @param margin taken off the leader's side of the lease on top of the drift
 * @param trust whether a closed connection proves a death
 */
public record QuorumTiming(
        Duration heartbeatEvery,
        Duration lease,
        Duration electionMin,
        Duration electionMax,
        Duration rankSlot,
        Duration resendAfter,
        double drift,
        Duration margin,
        TransportTrust trust) {

    public QuorumTiming {
        if (drift < 0 || drift > 0.2) {
            throw new IllegalArgumentException("drift is " + drift + "; it has to be between 0 and 0.2");
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

    /** The numbers of the original protocol: heartbeat 1 s, lease 10 s, candidacy after 150 to 300 ms. */
    public static QuorumTiming seed() {
        return of(Duration.ofSeconds(1), Duration.ofSeconds(10));
    }

    /** The default: heartbeat 500 ms, lease 8 s. */
    public static QuorumTiming standard() {
        return of(Duration.ofMillis(500), Duration.ofSeconds(8));
    }

    /** Other timing, all else as by default. */
    public static QuorumTiming of(Duration heartbeatEvery, Duration lease) {
        return new QuorumTiming(
                heartbeatEvery,
                lease,
                Duration.ofMillis(150),
                Duration.ofMillis(300),
                Duration.ofMillis(2),
                Duration.ofMillis(4),
                0.005,
                Duration.ofMillis(1),
                TransportTrust.LOOPBACK);
    }

    /** The same durations with another trust in closed connections. */
    public QuorumTiming trusting(TransportTrust other) {
        return new QuorumTiming(
                heartbeatEvery, lease, electionMin, electionMax, rankSlot, resendAfter, drift, margin, other);
    }

    /** The same durations for clocks that are better or worse. */
    public QuorumTiming drifting(double other) {
        return new QuorumTiming(
                heartbeatEvery, lease, electionMin, electionMax, rankSlot, resendAfter, other, margin, trust);
    }

    /** What a leader may count on from the moment it sent the heartbeat that a majority answered. */
    public Duration leaderLease() {
        return Duration.ofNanos(leaderLease(lease, drift, margin));
    }

    /** How long, by any member's clock, a lease or promise of this group can last at most. */
    public Duration longestLease() {
        return Duration.ofNanos((long) Math.ceil(lease.toNanos() * (1 + drift) / (1 - drift)));
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
