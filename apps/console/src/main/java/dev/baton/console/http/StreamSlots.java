package dev.baton.console.http;

import dev.baton.http.ApiException;
import java.util.HashMap;
import java.util.Map;

/**
 * The number of clients of the event stream, in total and for each client address. One client cannot keep all others from
 * the stream. Thread-safe.
 */
final class StreamSlots {
    /** Each client occupies a thread of the server. */
    static final int MAX_CLIENTS = 160;

    static final int MAX_CLIENTS_OF_ADDRESS = 32;

    private final Map<String, Integer> clients = new HashMap<>();
    private int total;

    /** A place in the stream, until it is closed. */
    interface Slot {
        void close();
    }

    /**
     * Takes a slot for a client.
     *
     * @throws ApiException if there are too many clients
     */
    synchronized Slot take(String address) {
        if (total >= MAX_CLIENTS) {
            throw busy("the event stream already has " + MAX_CLIENTS + " clients");
        }
        if (clients.getOrDefault(address, 0) >= MAX_CLIENTS_OF_ADDRESS) {
            throw busy("the event stream already has " + MAX_CLIENTS_OF_ADDRESS + " clients at " + address);
        }
        total++;
        clients.merge(address, 1, Integer::sum);
        return () -> release(address);
    }

    private static ApiException busy(String message) {
        return new ApiException(503, "BUSY", message + "; use GET /api/changes instead");
    }

    private synchronized void release(String address) {
        total--;
        clients.computeIfPresent(address, (key, count) -> count > 1 ? count - 1 : null);
    }
}
