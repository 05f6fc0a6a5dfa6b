package dev.baton.quorum.mqtt;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The handshakes with processes that have not proved their presence. Their names cost nothing to repeat, so that a new one
 * displaces the oldest.
 */
final class PendingHandshakes {
    /** The maximum number of handshakes. */
    static final int CAPACITY = 256;

    private static final long TIMEOUT_NANOS = 5_000_000_000L;

    /**
     * One handshake.
     *
     * @param own the challenge of this process
     * @param theirs the challenge of the other one, if it came first
     * @param connection the connection of the other one, if it is known
     */
    record Pending(Nonce own, Nonce theirs, Nonce connection, long startedAt) {}

    private final Map<String, Pending> byName = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Pending> eldest) {
            return size() > CAPACITY;
        }
    };

    int size() {
        return byName.size();
    }

    /** Returns whether a handshake with this process began after this time. */
    boolean hasSince(String name, long nanos) {
        Pending pending = byName.get(name);
        return pending != null && pending.startedAt() - nanos > 0;
    }

    void put(String name, Pending pending) {
        byName.remove(name);
        byName.put(name, pending);
    }

    /** Removes and returns the handshake that this echo completes; null if there is none. Every challenge counts once. */
    @Nullable
    Pending complete(String name, Nonce echo, long now) {
        Pending pending = byName.get(name);
        if (pending == null || !pending.own().equals(echo) || now - pending.startedAt() > TIMEOUT_NANOS) {
            return null;
        }
        byName.remove(name);
        return pending;
    }

    void clear() {
        byName.clear();
    }
}
