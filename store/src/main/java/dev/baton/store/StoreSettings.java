package dev.baton.store;

import java.time.Duration;

/**
 * How a store is used.
 *
 * @param requestTimeout how long a request may wait for the database, locks of other programs included
 * @param connections how many requests may run at once; on SQLite one is enough, writers queue anyway
 */
public record StoreSettings(Duration requestTimeout, int connections) {

    public StoreSettings {
        if (requestTimeout.compareTo(Duration.ofMillis(10)) < 0) {
            throw new IllegalArgumentException(
                    "requestTimeout has to be 10 ms at least, but is " + requestTimeout.toMillis() + " ms");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("connections has to be 1 at least, but is " + connections);
        }
    }

    /** Five seconds, four connections. */
    public static StoreSettings usual() {
        return new StoreSettings(Duration.ofSeconds(5), 4);
    }
}
