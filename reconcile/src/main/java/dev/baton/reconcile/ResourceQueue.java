package dev.baton.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * A queue of keys. Each key is queued at most once, is never handed out while it is being processed, and returns after a
 * failure only when its own doubling backoff has passed. The caller supplies the time. Thread-safe.
 */
final class ResourceQueue {
    private final ReconcileSettings settings;
    private final DoubleSupplier jitter;
    private final Set<String> due = new LinkedHashSet<>();
    private final Map<String, Long> delayed = new HashMap<>();
    private final PriorityQueue<Delayed> byTime = new PriorityQueue<>((a, b) -> Long.signum(a.at - b.at));
    private final Set<String> processing = new HashSet<>();
    private final Set<String> addedAgain = new HashSet<>();
    private final Map<String, Failure> failures = new HashMap<>();

    private record Delayed(String key, long at) {}

    private record Failure(int times, String why) {}

    /** @param jitter returns the part of each backoff that is waited, from 0.5 to 1, so that failed keys spread */
    ResourceQueue(ReconcileSettings settings, DoubleSupplier jitter) {
        this.settings = settings;
        this.jitter = jitter;
    }

    /** Queues a key. A key that is already queued, or in its backoff, keeps its place. */
    synchronized void add(String key) {
        if (processing.contains(key)) {
            addedAgain.add(key);
        } else if (!delayed.containsKey(key)) {
            due.add(key);
        }
    }

    /** Takes the due key that has waited longest; it counts as being processed from now on. */
    synchronized Optional<String> take(long now) {
        while (!byTime.isEmpty() && byTime.peek().at - now <= 0) {
            String key = byTime.poll().key;
            delayed.remove(key);
            due.add(key);
        }
        Optional<String> first = due.stream().findFirst();
        first.ifPresent(key -> {
            due.remove(key);
            processing.add(key);
        });
        return first;
    }

    /** Begins to process a key that is not queued. Returns false if it is: then its turn comes. */
    synchronized boolean begin(String key) {
        return !due.contains(key) && !delayed.containsKey(key) && processing.add(key);
    }

    /** Returns whether a key is in its backoff. */
    synchronized boolean isDelayed(String key) {
        return delayed.containsKey(key);
    }

    /** Returns whether the last processing of a key failed. */
    synchronized boolean hasFailed(String key) {
        return failures.containsKey(key);
    }

    /** Marks a key as processed. If it was added in between, it is due at once. */
    synchronized void done(String key) {
        processing.remove(key);
        failures.remove(key);
        if (addedAgain.remove(key)) {
            due.add(key);
        }
    }

    /** Marks a key as failed. It is due again after its backoff. */
    synchronized Duration failed(String key, String why, long now) {
        processing.remove(key);
        addedAgain.remove(key);
        Failure before = failures.get(key);
        int times = before == null ? 1 : before.times + 1;
        failures.put(key, new Failure(times, why));
        Duration wait = Duration.ofNanos(Math.round(settings.backoff(times).toNanos() * jitter.getAsDouble()));
        delayed.put(key, now + wait.toNanos());
        byTime.add(new Delayed(key, now + wait.toNanos()));
        return wait;
    }

    /** Returns the time until the next key is due; empty if the queue is empty. */
    synchronized Optional<Duration> untilNext(long now) {
        if (!due.isEmpty()) {
            return Optional.of(Duration.ZERO);
        }
        return Optional.ofNullable(byTime.peek()).map(next -> Duration.ofNanos(Math.max(0, next.at - now)));
    }

    /** Returns the number of keys that wait, including those in their backoff. */
    synchronized int size() {
        return due.size() + delayed.size();
    }

    /** Returns whether the last processing of any key failed. */
    synchronized boolean isFailing() {
        return !failures.isEmpty();
    }

    /** Returns the keys whose last processing failed, each with the number of failures in a row and the last cause. */
    synchronized Map<String, String> failing() {
        Map<String, String> failing = new TreeMap<>();
        failures.forEach((key, failure) -> failing.put(key, failure.times + " times: " + failure.why));
        return failing;
    }
}
