package dev.baton.support.time;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Measures how long the value of each key has stayed unchanged, on the observer's own monotonic clock.
 *
 * <p>The clocks of other machines cannot be compared with ours. So a record counts as stale only after this process has
 * seen the same value for long enough itself. Thread-safe.
 *
 * @param <K> the key, for example the name of an election
 * @param <V> the value, compared with {@code equals}
 */
public final class UnchangedTimer<K, V> {
    private final Map<K, Sighting<V>> sightings = new HashMap<>();

    private record Sighting<V>(V value, long since) {}

    /** Records the current value and returns for how long it has been the same; zero if it is new. */
    public synchronized Duration observe(K key, V value, long nowNanos) {
        Sighting<V> known = sightings.get(key);
        if (known == null || !Objects.equals(known.value, value)) {
            sightings.put(key, new Sighting<>(value, nowNanos));
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, nowNanos - known.since));
    }

    /** Forgets the key: its next value is new. */
    public synchronized void forget(K key) {
        sightings.remove(key);
    }

    /** Forgets all keys but these. */
    public synchronized void retain(Set<K> keys) {
        sightings.keySet().retainAll(keys);
    }
}
