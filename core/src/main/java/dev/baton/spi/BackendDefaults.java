package dev.baton.spi;

import dev.baton.RetryStrategy;
import java.time.Duration;

/**
 * The default durations of a store.
 *
 * <pre>{@code
 * new BackendDefaults(
 *         Duration.ofSeconds(10),
 *         Duration.ofSeconds(10),
 *         Duration.ofMillis(500),
 *         Duration.ofSeconds(4),
 *         Duration.ofMillis(500),
 *         RetryStrategy.fixed(Duration.ofSeconds(5)));
 * }</pre>
 *
 * @param validity how long a leadership stays valid without renewal
 * @param claimTimeout how long the store or the other members keep the claim of an unresponsive leader; the maximum of
 *     the validity
 * @param margin the part of the validity that is not used, for differences between clocks
 * @param renewInterval how often a claim is renewed
 * @param requestTimeout the time limit of one request
 * @param retry when a standby tries again without a signal
 */
public record BackendDefaults(
        Duration validity,
        Duration claimTimeout,
        Duration margin,
        Duration renewInterval,
        Duration requestTimeout,
        RetryStrategy retry) {

    public BackendDefaults {
        if (validity.compareTo(claimTimeout) > 0) {
            throw new IllegalArgumentException("unsafe timing: validity <= claimTimeout does not hold: validity is "
                    + validity.toMillis() + " ms, but the store's claimTimeout is " + claimTimeout.toMillis() + " ms");
        }
    }

    /**
     * Checks that one lost renewal does not end a claim.
     *
     * @throws IllegalArgumentException if it would, with all values in the message
     */
    public static void checkRenewal(Duration ttl, Duration renewInterval, Duration margin) {
        if (renewInterval.isZero() || renewInterval.isNegative()) {
            throw new IllegalArgumentException("renew must be positive, but is " + renewInterval.toMillis() + " ms");
        }
        Duration needed = renewInterval.multipliedBy(2).plus(margin);
        if (needed.compareTo(ttl) >= 0) {
            throw new IllegalArgumentException("unsafe timing: 2 * renew + margin < ttl does not hold: 2 * "
                    + renewInterval.toMillis() + " + " + margin.toMillis() + " = " + needed.toMillis()
                    + " ms, but ttl is " + ttl.toMillis() + " ms; renew more often, or lengthen the ttl");
        }
    }
}
