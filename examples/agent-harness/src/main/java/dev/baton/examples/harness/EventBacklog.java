package dev.baton.examples.harness;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The events that are not answered yet, oldest first.
 *
 * <p>Leaders and standbys both fill it, so a new leader finds the events that its predecessor left. An event stays
 * until the relay reports its answer; a refused reply loses nothing.
 */
final class EventBacklog {
    private final Map<String, RelayEvent> open = new LinkedHashMap<>();

    synchronized void add(RelayEvent event) {
        open.putIfAbsent(event.id(), event);
        notifyAll();
    }

    synchronized void remove(String id) {
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
