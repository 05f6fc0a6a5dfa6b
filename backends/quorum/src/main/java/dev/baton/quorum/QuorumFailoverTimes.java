package dev.baton.quorum;

import dev.baton.RetryStrategy;
import dev.baton.quorum.step.QuorumTiming;
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
        // A fallback: a standby stays in the election and is notified of its victory.
        RetryStrategy retry = RetryStrategy.exponential(Duration.ofSeconds(2), Duration.ofSeconds(30), 2);
        return new BackendDefaults(lease, lease, Duration.ofMillis(5), heartbeat, heartbeat.multipliedBy(2), retry);
    }

    static FailoverTimes failover(QuorumTiming timing) {
        Duration rounds = timing.electionMax().multipliedBy(2);
        Duration silent = timing.lease().plus(rounds);
        List<String> conditions = List.of(
                "a majority of the members runs and is connected",
                "kill: the members run on one machine and in one pid namespace, where the kernel proves that a process"
                        + " has ended; otherwise the failover takes as long as for a silent leader, "
                        + silent.toMillis() + " ms; a process with gigabytes of memory takes longer to end",
                "clocks run at the same rate within " + timing.drift() * 100 + " %");
        return new FailoverTimes(Duration.ofMillis(100), silent, silent, Duration.ofMillis(100), conditions);
    }
}
