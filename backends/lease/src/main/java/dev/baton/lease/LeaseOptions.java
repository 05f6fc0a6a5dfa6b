package dev.baton.lease;

import dev.baton.RetryStrategy;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.support.text.Durations;
import java.time.Duration;
import java.util.List;

/**
 * The ttl of a lease and how often it is renewed. Refused at construction if the two cannot be safe together.
 *
 * <pre>{@code
 * LeaseOptions options = LeaseOptions.of(Duration.ofSeconds(6));
 * }</pre>
 *
 * @param ttl the time after which another candidate takes over from a silent leader
 * @param renewInterval how often a leader renews, and how often a standby tries without a signal
 */
public record LeaseOptions(Duration ttl, Duration renewInterval) {
    public static final Duration DEFAULT_TTL = Duration.ofSeconds(30);
    private static final Duration SHORTEST = Duration.ofMillis(500);

    public LeaseOptions {
        Durations.refuseTooLong("ttl", ttl);
        Durations.refuseTooLong("renew", renewInterval);
        if (ttl.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("unsafe timing: ttl >= " + SHORTEST.toMillis()
                    + " ms does not hold: ttl is " + ttl.toMillis() + " ms");
        }
        BackendDefaults.checkRenewal(ttl, renewInterval, margin(ttl));
    }

    /** Returns a ttl of 30 s, renewed every 10 s. */
    public static LeaseOptions defaults() {
        return of(DEFAULT_TTL);
    }

    /** Returns the given ttl, renewed three times within it. */
    public static LeaseOptions of(Duration ttl) {
        return new LeaseOptions(ttl, ttl.dividedBy(3));
    }

    private static Duration margin(Duration ttl) {
        return ttl.dividedBy(20);
    }

    /** How long one request to the database may take. */
    Duration requestTimeout() {
        return ttl.dividedBy(10);
    }

    /** How often a standby reads the records although nothing was signalled. */
    Duration pollInterval() {
        return ttl.dividedBy(10);
    }

    /**
     * Returns the worst-case times of a change of leader.
     *
     * @param oneMachine whether all candidates run on one machine: then a standby sees that the leader's process has ended
     */
    FailoverTimes failover(CandidateTiming timing, boolean oneMachine) {
        Duration attempt = timing.requestTimeout().multipliedBy(2);
        Duration silent = ttl.plus(pollInterval()).plus(attempt);
        Duration seen = RecordPoller.EVIDENCE.plus(attempt);
        return new FailoverTimes(
                oneMachine ? seen : silent,
                silent,
                silent,
                pollInterval().plus(attempt),
                List.of(
                        oneMachine
                                ? "kill: the standby sees the leader's pids, in the same pid namespace; otherwise the failover"
                                        + " takes as long as for a frozen leader. Without a slow request it takes about 100 ms"
                                : "kill: the figure is for a standby on another host; one on the same host that sees the"
                                        + " leader's pids takes over within about 100 ms",
                        "with notifications (LISTEN, a watch on the database's file, the end of a lock on MariaDB) a release"
                                + " takes milliseconds; the figure is for a store without them",
                        "clock rates of standby and leader differ by less than 5 %; the time that the clocks show does"
                                + " not matter"));
    }

    BackendDefaults backendDefaults() {
        return new BackendDefaults(
                ttl, ttl, margin(ttl), renewInterval, requestTimeout(), RetryStrategy.fixed(renewInterval));
    }
}
