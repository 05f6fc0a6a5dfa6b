package dev.baton.kubernetes;

import dev.baton.RetryStrategy;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/**
 * The duration of a Lease and how often it is renewed. Refused at construction if the two cannot be safe together.
 *
 * <pre>{@code
 * KubernetesOptions options = KubernetesOptions.of(Duration.ofSeconds(9));
 * }</pre>
 *
 * @param ttl the time after which another candidate takes over from a silent leader; whole seconds
 * @param renewInterval how often a leader renews, and how often a standby reads the Leases without a signal
 */
public record KubernetesOptions(Duration ttl, Duration renewInterval) {
    public static final Duration DEFAULT_TTL = Duration.ofSeconds(15);
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    public KubernetesOptions {
        if (ttl.compareTo(SHORTEST) < 0 || ttl.toNanosPart() != 0) {
            throw new IllegalArgumentException("ttl must be whole seconds and at least " + SHORTEST.toSeconds()
                    + " s, because a Lease counts in seconds, but it is " + ttl.toMillis() + " ms");
        }
        BackendDefaults.checkRenewal(ttl, renewInterval, margin(ttl));
    }

    /** Returns a ttl of 15 s, renewed every 5 s. */
    public static KubernetesOptions defaults() {
        return of(DEFAULT_TTL);
    }

    /** Returns the given ttl, renewed three times within it. */
    public static KubernetesOptions of(Duration ttl) {
        return new KubernetesOptions(ttl, ttl.dividedBy(3));
    }

    private static Duration margin(Duration ttl) {
        return ttl.dividedBy(20);
    }

    /** How long one request to the API server may take. */
    Duration requestTimeout() {
        return ttl.dividedBy(6);
    }

    FailoverTimes failover(CandidateTiming timing) {
        Duration attempt = timing.requestTimeout().multipliedBy(2);
        Duration silent = ttl.plus(attempt);
        return new FailoverTimes(
                silent,
                silent,
                silent,
                renewInterval.plus(attempt),
                List.of(
                        "the API server answers in time",
                        "with a watch a release takes about 0.1 s; the figure is for a connection whose watch is broken",
                        "a leader of another program is waited for as long as its Lease says",
                        "clock rates of standby and leader differ by less than 5 %; the time that the clocks show does"
                                + " not matter, except to candidates that use fabric8's LeaderElector"));
    }

    BackendDefaults backendDefaults() {
        return new BackendDefaults(
                ttl, ttl, margin(ttl), renewInterval, requestTimeout(), RetryStrategy.fixed(renewInterval));
    }
}
