package dev.baton.store;

import java.time.Duration;

/**
 * The settings of a store.
 *
 * <pre>{@code
 * ObjectStore store = ObjectStore.open(url, new StoreSettings(Duration.ofSeconds(2), 8));
 * }</pre>
 *
 * @param requestTimeout how long a request may take, including waits for locks of other programs
 * @param connections how many requests may run at once; one is enough on SQLite, where writers queue anyway
 * @param journal how an SQLite file records what a transaction changes
 */
public record StoreSettings(Duration requestTimeout, int connections, SqliteJournal journal) {

    public StoreSettings {
        if (requestTimeout.compareTo(Duration.ofMillis(10)) < 0) {
            throw new IllegalArgumentException(
                    "requestTimeout must be at least 10 ms, but is " + requestTimeout.toMillis() + " ms");
        }
        if (connections < 1) {
            throw new IllegalArgumentException("connections must be at least 1, but is " + connections);
        }
    }

    /** Creates settings with a write-ahead log on SQLite. */
    public StoreSettings(Duration requestTimeout, int connections) {
        this(requestTimeout, connections, SqliteJournal.LOG);
    }

    /** Returns these settings with another journal on SQLite. */
    public StoreSettings with(SqliteJournal other) {
        return new StoreSettings(requestTimeout, connections, other);
    }

    /** Returns five seconds and four connections. */
    public static StoreSettings defaults() {
        return new StoreSettings(Duration.ofSeconds(5), 4);
    }
}
