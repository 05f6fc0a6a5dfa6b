package dev.baton.spi;

import dev.baton.RetryStrategy;
import java.time.Duration;

/**
 * The durations that fit a store.
 *
 * @param validity how long a claim may be trusted without news
 * @param claimTimeout how long the store, or its other users, keep the claim of a silent leader; the validity
 *     may not be longer
 * @param margin taken off the validity
 * @param renewInterval how often to renew; less often is refused, more often is fine
 * @param requestTimeout how long one request may take
 * @param retry how often a standby tries although nothing was signalled
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
