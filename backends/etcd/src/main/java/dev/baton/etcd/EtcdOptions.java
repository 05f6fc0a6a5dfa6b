package dev.baton.etcd;

import dev.baton.RetryStrategy;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.support.text.Durations;
import java.time.Duration;
import java.util.List;

/**
 * The time to live of the process's lease and how often it is renewed. Refused at construction if the two cannot be safe
 * together.
 *
 * <pre>{@code
 * EtcdOptions options = EtcdOptions.of(Duration.ofSeconds(6));
 * }</pre>
 *
 * @param ttl the time after which etcd deletes the keys of a silent process; whole seconds
 * @param renewInterval how often the lease is renewed
 */
public record EtcdOptions(Duration ttl, Duration renewInterval) {
    public static final Duration DEFAULT_TTL = Duration.ofSeconds(10);
    private static final Duration SHORTEST = Duration.ofSeconds(2);
    /** etcd looks for expired leases twice a second. */
    private static final Duration EXPIRY_CHECK = Duration.ofMillis(500);

    public EtcdOptions {
        Durations.refuseTooLong("ttl", ttl);
        Durations.refuseTooLong("renew", renewInterval);
        if (ttl.compareTo(SHORTEST) < 0 || ttl.toNanosPart() != 0) {
            throw new IllegalArgumentException("ttl must be whole seconds and at least " + SHORTEST.toSeconds()
                    + " s, because etcd counts in seconds, but it is " + ttl.toMillis() + " ms");
        }
        BackendDefaults.checkRenewal(ttl, renewInterval, margin(ttl));
    }

    /** Returns a ttl of 10 s, renewed every 3.3 s. */
    public static EtcdOptions defaults() {
        return of(DEFAULT_TTL);
    }

    /** Returns the given ttl, renewed three times within it. */
    public static EtcdOptions of(Duration ttl) {
        return new EtcdOptions(ttl, ttl.dividedBy(3));
    }

    private static Duration margin(Duration ttl) {
        return ttl.dividedBy(20);
    }

    /** How long one request to etcd may take. */
    Duration requestTimeout() {
        return ttl.dividedBy(6);
    }

    /** How old the last renewal of a lease may be when its process begins to lead. */
    Duration freshFor() {
        return ttl.dividedBy(4);
    }

    /** How often a process without a leader renews its lease. */
    Duration standbyRenewInterval() {
        Duration fresh = ttl.dividedBy(6);
        return fresh.compareTo(renewInterval) < 0 ? fresh : renewInterval;
    }

    FailoverTimes failover(CandidateTiming timing) {
        Duration attempt = timing.requestTimeout().multipliedBy(2);
        Duration silent = ttl.plus(EXPIRY_CHECK).plus(attempt);
        return new FailoverTimes(
                silent,
                silent,
                silent,
                attempt,
                List.of(
                        "etcd answers in time. A new leader of etcd gives every lease its whole ttl again, so a loss of"
                                + " etcd's leader at the same moment adds up to one more ttl",
                        "no member of etcd is frozen for longer than the ttl and then resumes: an old leader of etcd"
                                + " that wakes up can delete the keys of live processes. Fenced writes are safe even then",
                        "with a candidate of another program in front, that one leads next"));
    }

    BackendDefaults backendDefaults() {
        return new BackendDefaults(
                ttl, ttl, margin(ttl), renewInterval, requestTimeout(), RetryStrategy.fixed(renewInterval));
    }
}
