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
}
