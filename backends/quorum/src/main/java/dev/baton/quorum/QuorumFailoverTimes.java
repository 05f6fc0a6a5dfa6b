package dev.baton.quorum;

import dev.baton.internal.retry.FixedInterval;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.TransportTrust;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/** The durations that follow from those of the protocol. */
final class QuorumFailoverTimes {
    private QuorumFailoverTimes() {}

    /** A claim is trusted for the leader's side of the lease, which has the drift of clocks taken off already. */
    static BackendDefaults defaults(QuorumTiming settings) {
        Duration lease = settings.leaderLease();
        Duration beat = settings.heartbeatEvery();
        return new BackendDefaults(
                lease,
                lease,
                Duration.ofMillis(5),
                beat,
                beat.multipliedBy(2),
                new FixedInterval(Duration.ofSeconds(2)));
    }

    static FailoverTimes failover(QuorumTiming settings) {
        Duration rounds = settings.electionMax().multipliedBy(2);
        Duration silent = settings.lease().plus(rounds);
        Duration kill = settings.trust() == TransportTrust.NEVER ? silent : Duration.ofMillis(100);
        return new FailoverTimes(
                kill,
                silent,
                silent,
                Duration.ofMillis(100),
                List.of(
                        "a majority of the members is up and connected",
                        "kill: " + trust(settings) + "; elsewhere a killed leader counts as a silent one, "
                                + silent.toMillis() + " ms; a process with gigabytes of memory takes longer to die",
                        "clocks run at the same rate within " + settings.drift() * 100 + " %"));
    }

    private static String trust(QuorumTiming settings) {
        return switch (settings.trust()) {
            case NEVER -> "a closed connection proves nothing (trust=never)";
            case LOOPBACK -> "the members are on one machine, where a refused connection proves the end of a process";
            case ALWAYS -> "no firewall resets connections to a living member (trust=always)";
        };
    }
}
