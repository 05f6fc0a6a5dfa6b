package dev.baton.internal.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The stores of this process that several connections can use, by URL. Each is open while at least one of them is. */
final class SharedStores {
    private final Map<String, Shared> byUrl = new HashMap<>();

    /**
     * Returns the store with this URL for one more connection, opened by the first one. Blocks while it opens. Other URLs
     * do not wait.
     */
    OpenStore join(String url, Supplier<OpenStore> opening) {
        Shared shared;
        synchronized (this) {
            shared = byUrl.computeIfAbsent(url, key -> new Shared());
            shared.users++;
        }
        try {
            return shared.open(opening);
        } catch (RuntimeException | Error refused) {
            leave(url, shared);
            throw refused;
        }
    }

    /** Closes the store if this was the last connection that used it. A connection that joins meanwhile opens another. */
    void leave(String url, OpenStore store) {
        Shared shared;
        synchronized (this) {
            shared = byUrl.get(url);
        }
        if (shared != null && leave(url, shared)) {
            store.close();
        }
    }

    private synchronized boolean leave(String url, Shared shared) {
        shared.users--;
        return shared.users == 0 && byUrl.remove(url, shared);
    }

    private static final class Shared {
        private int users;
        private @Nullable OpenStore store;

        /** Opens the store once. After a failure, the next connection tries again. */
        synchronized OpenStore open(Supplier<OpenStore> opening) {
            OpenStore opened = store;
            if (opened == null) {
                opened = opening.get();
                store = opened;
            }
            return opened;
        }
    }
}
