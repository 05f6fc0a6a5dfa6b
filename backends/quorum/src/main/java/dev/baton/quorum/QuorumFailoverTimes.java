package dev.baton.quorum;

import dev.baton.RetryStrategy;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.TransportTrust;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/** The defaults and worst-case failover times that follow from the timing of the protocol. */
final class QuorumFailoverTimes {
    private QuorumFailoverTimes() {}

    /** A claim is valid for the leader's part of the lease, which is shorter than the followers' by the clock drift. */
    static BackendDefaults defaults(QuorumTiming timing) {
        Duration lease = timing.leaderLease();
        Duration heartbeat = timing.heartbeatEvery();
        RetryStrategy retry = RetryStrategy.fixed(Duration.ofSeconds(2));
        return new BackendDefaults(lease, lease, Duration.ofMillis(5), heartbeat, heartbeat.multipliedBy(2), retry);
    }

    static FailoverTimes failover(QuorumTiming timing) {
        Duration rounds = timing.electionMax().multipliedBy(2);
        Duration silent = timing.lease().plus(rounds);
        Duration kill = timing.trust() == TransportTrust.NEVER ? silent : Duration.ofMillis(100);
        List<String> conditions = List.of(
                "a majority of the members runs and is connected",
                "kill: " + trust(timing) + "; otherwise the failover takes as long as for a silent leader, "
                        + silent.toMillis() + " ms; a process with gigabytes of memory takes longer to end",
                "clocks run at the same rate within " + timing.drift() * 100 + " %");
        return new FailoverTimes(kill, silent, silent, Duration.ofMillis(100), conditions);
    }

    private static String trust(QuorumTiming timing) {
        return switch (timing.trust()) {
            case NEVER -> "a closed connection proves nothing (trust=never)";
            case LOOPBACK ->
                "the members run on one machine, where a refused connection proves that a process has ended";
            case ALWAYS -> "no firewall resets connections to a running member (trust=always)";
        };
    }
}
