package dev.baton.quorum.step;

/** The timing in nanoseconds, converted once for all steps. */
final class TimingNanos {
    final long heartbeat;
    final long lease;
    final long leaderLease;
    final long longestLease;
    final long electionMin;
    final long electionMax;
    final long rankSlot;
    final long resendAfter;
    final TransportTrust trust;

    TimingNanos(QuorumTiming settings) {
        heartbeat = settings.heartbeatEvery().toNanos();
        lease = settings.lease().toNanos();
        leaderLease = settings.leaderLease().toNanos();
        longestLease = settings.longestLease().toNanos();
        electionMin = settings.electionMin().toNanos();
        electionMax = settings.electionMax().toNanos();
        rankSlot = settings.rankSlot().toNanos();
        resendAfter = settings.resendAfter().toNanos();
        trust = settings.trust();
    }
}
