package dev.baton.lease;

import dev.baton.internal.retry.FixedInterval;
import dev.baton.spi.BackendDefaults;
import java.time.Duration;

/**
 * How long a lease lasts and how often it is renewed, refused when it cannot be safe.
 *
 * @param ttl a holder that is silent for longer is succeeded
 * @param renewInterval how often a holder renews, and how often a standby tries although nothing was signalled
 */
public record LeaseOptions(Duration ttl, Duration renewInterval) {
    public static final Duration USUAL_TTL = Duration.ofSeconds(30);
    private static final Duration SHORTEST = Duration.ofMillis(500);

    public LeaseOptions {
        if (ttl.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("unsafe timing: ttl >= " + SHORTEST.toMillis()
                    + " ms does not hold: ttl is " + ttl.toMillis() + " ms");
        }
        if (renewInterval.isZero() || renewInterval.isNegative()) {
            throw new IllegalArgumentException("renew must be positive, but is " + renewInterval.toMillis() + " ms");
        }
        Duration needed = renewInterval.multipliedBy(2).plus(margin(ttl));
        if (needed.compareTo(ttl) >= 0) {
            throw new IllegalArgumentException("unsafe timing: 2 * renew + margin < ttl does not hold: 2 * "
                    + renewInterval.toMillis() + " + " + margin(ttl).toMillis() + " = " + needed.toMillis()
                    + " ms, but ttl is " + ttl.toMillis() + " ms; renew more often, or lengthen the ttl");
        }
    }

    /** 30 s, renewed every 10 s. */
    public static LeaseOptions usual() {
        return of(USUAL_TTL);
    }

    /** A ttl, renewed three times in it. */
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
    Duration lookEvery() {
        return ttl.dividedBy(10);
    }

    BackendDefaults defaults() {
        return new BackendDefaults(
                ttl, ttl, margin(ttl), renewInterval, requestTimeout(), new FixedInterval(renewInterval));
    }
}
