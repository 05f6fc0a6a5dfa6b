package dev.baton.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A queue of keys. Each key is queued at most once, is never handed out while it is being processed, and returns after a
 * failure only when its own doubling backoff has passed. The caller supplies the time. Thread-safe.
 */
final class ResourceQueue {
    private final ReconcileSettings settings;
    private final Map<String, Long> waiting = new LinkedHashMap<>();
    private final Set<String> processing = new HashSet<>();
    private final Set<String> addedAgain = new HashSet<>();
    private final Map<String, Integer> failures = new HashMap<>();

    ResourceQueue(ReconcileSettings settings) {
        this.settings = settings;
    }

    /** Queues a key. A key that is already queued, or in its backoff, keeps its place. */
    synchronized void add(String key, long now) {
        if (processing.contains(key)) {
            addedAgain.add(key);
        } else {
            waiting.putIfAbsent(key, now);
        }
    }

    /** Takes the due key that has waited longest; it counts as being processed from now on. */
    synchronized Optional<String> take(long now) {
        for (Map.Entry<String, Long> entry : waiting.entrySet()) {
            if (entry.getValue() - now <= 0) {
                String key = entry.getKey();
                waiting.remove(key);
                processing.add(key);
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    /** Marks a key as processed. If it was added in between, it is due at once. */
    synchronized void done(String key, long now) {
        processing.remove(key);
        failures.remove(key);
        if (addedAgain.remove(key)) {
            waiting.put(key, now);
        }
    }

    /** Marks a key as failed. It is due again after its backoff. */
    synchronized void failed(String key, long now) {
        processing.remove(key);
        addedAgain.remove(key);
        int times = failures.merge(key, 1, Integer::sum);
        waiting.put(key, now + settings.backoff(times).toNanos());
    }

    /** Returns the time until the next key is due; empty if the queue is empty. */
    synchronized Optional<Duration> untilNext(long now) {
        return waiting.values().stream()
                .map(due -> Duration.ofNanos(Math.max(0, due - now)))
                .min(Duration::compareTo);
    }
}
