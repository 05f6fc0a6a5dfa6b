package dev.baton.quorum.step;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** The timing in nanoseconds, converted once for all steps. */
final class TimingNanos {
    private static final long MIN_BACKOFF = 4;

    private final QuorumTiming settings;
    /** Interval of heartbeats: the shortest of all members, so that every lease is renewed in time. */
    final long heartbeat;
    /** Length of a promise: the longest lease of all members. */
    final long lease;
    /** Length of a leader's lease: counted on the shortest lease of all members. */
    final long leaderLease;
    /** Maximum length of a lease or promise of any member, on any member's clock. */
    final long longestLease;

    final long electionMin;
    final long electionMax;
    /** How many times longer than usual a round or the pause before it may be: about half of a lease. */
    final long maxBackoff;

    final long rankSlot;
    final long resendAfter;

    TimingNanos(QuorumTiming settings) {
        this(settings, List.of());
    }

    private TimingNanos(QuorumTiming settings, Collection<AnnouncedTiming> announced) {
        Duration longest = settings.lease();
        Duration shortest = settings.lease();
        Duration fastest = settings.heartbeatEvery();
        for (AnnouncedTiming each : announced) {
            longest = each.lease().compareTo(longest) > 0 ? each.lease() : longest;
            shortest = each.lease().compareTo(shortest) < 0 ? each.lease() : shortest;
            fastest = each.heartbeatEvery().compareTo(fastest) < 0 ? each.heartbeatEvery() : fastest;
        }
        this.settings = settings;
        this.heartbeat = fastest.toNanos();
        this.lease = longest.toNanos();
        this.leaderLease = settings.leaderLease(shortest).toNanos();
        this.longestLease = settings.longestLease(longest).toNanos();
        this.electionMin = settings.electionMin().toNanos();
        this.electionMax = settings.electionMax().toNanos();
        this.maxBackoff = Math.max(MIN_BACKOFF, lease / (2 * electionMax));
        this.rankSlot = settings.rankSlot().toNanos();
        this.resendAfter = settings.resendAfter().toNanos();
    }

    /** Returns the timing in a group whose other members have announced these settings. */
    TimingNanos among(Collection<AnnouncedTiming> announced) {
        return new TimingNanos(settings, announced);
    }
}
