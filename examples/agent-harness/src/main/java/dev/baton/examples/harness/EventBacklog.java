package dev.baton.examples.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The events that nobody has answered yet, oldest first.
 *
 * <p>It fills while one leads and while one observes: what is in it on take-over is what the predecessor
 * left. An event stays until it is known to be answered, so one whose reply was refused is not lost.
 */
final class EventBacklog {
    private final Map<String, RelayEvent> open = new LinkedHashMap<>();

    synchronized void add(RelayEvent event) {
        open.putIfAbsent(event.id(), event);
        notifyAll();
    }

    synchronized void drop(String id) {
        open.remove(id);
    }

    synchronized Optional<RelayEvent> oldest() {
        return open.values().stream().findFirst();
    }

    synchronized void awaitAny() throws InterruptedException {
        while (open.isEmpty()) {
            wait();
        }
    }

    synchronized int size() {
        return open.size();
    }
}
