package dev.baton.spi;

import dev.baton.retry.RetryStrategy;
import java.time.Duration;

/**
 * The durations that fit a store.
 *
 * @param validity how long a claim may be trusted without news
 * @param patience how long the store, or its other users, wait before they give a silent holder's claim
 *     away; the validity may not be longer
 * @param margin taken off the validity
 * @param renewEvery how often to renew; less often is refused, more often is fine
 * @param requestTimeout how long one request may take
 * @param retry how often a standby tries although nothing was signalled
 */
public record BackendDefaults(
        Duration validity,
        Duration patience,
        Duration margin,
        Duration renewEvery,
        Duration requestTimeout,
        RetryStrategy retry) {

    public BackendDefaults {
        if (validity.compareTo(patience) > 0) {
            throw new IllegalArgumentException("unsafe timing: validity <= patience does not hold: validity is "
                    + validity.toMillis() + " ms, but the store's patience is " + patience.toMillis() + " ms");
        }
    }
}
