package dev.baton.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keys that want work: each at most once, never handed out while it is being worked on, and after a failure only
 * when its own back-off, which doubles, has passed. Has no clock: the time is told. Not thread-safe.
 */
final class ResourceQueue {
    private final long base;
    private final long longest;
    private final Map<String, Long> waiting = new LinkedHashMap<>();
    private final Set<String> working = new HashSet<>();
    private final Set<String> again = new HashSet<>();
    private final Map<String, Integer> failures = new HashMap<>();

    ResourceQueue(Duration base, Duration longest) {
        this.base = base.toNanos();
        this.longest = longest.toNanos();
    }

    /** Wants work on the key; one that waits, or waits out a failure, keeps its place. */
    void add(String key, long now) {
        if (working.contains(key)) {
            again.add(key);
        } else {
            waiting.putIfAbsent(key, now);
        }
    }

    /** The key that has waited longest of those that are due; it is being worked on from now on. */
    Optional<String> take(long now) {
        for (Map.Entry<String, Long> entry : waiting.entrySet()) {
            if (entry.getValue() - now <= 0) {
                String key = entry.getKey();
                waiting.remove(key);
                working.add(key);
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }

    /** The work on the key is done; what was added meanwhile is due at once. */
    void done(String key, long now) {
        working.remove(key);
        failures.remove(key);
        if (again.remove(key)) {
            waiting.put(key, now);
        }
    }

    /** The work on the key failed; it is due again after its back-off. */
    void failed(String key, long now) {
        working.remove(key);
        again.remove(key);
        int times = failures.merge(key, 1, Integer::sum);
        long delay = Math.min(longest, base << Math.min(times - 1, 20));
        waiting.put(key, now + delay);
    }

    /** How long until something is due; empty when nothing waits. */
    Optional<Duration> untilNext(long now) {
        return waiting.values().stream()
                .map(due -> Duration.ofNanos(Math.max(0, due - now)))
                .min(Duration::compareTo);
    }

    void clear() {
        waiting.clear();
        working.clear();
        again.clear();
        failures.clear();
    }
}
