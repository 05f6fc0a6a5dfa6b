package dev.baton.spi.recipe;

import dev.baton.spi.Claim;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The places of this process in the queues, at most one in each election. Thread-safe. */
public final class Seats<C extends QueuedContender, K> {
    private final Map<String, Seat<C, K>> byElection = new ConcurrentHashMap<>();
    private final Map<String, Long> touched = new ConcurrentHashMap<>();
    private final Set<String> uncertain = ConcurrentHashMap.newKeySet();

    public Optional<Seat<C, K>> of(String election) {
        return Optional.ofNullable(byElection.get(election));
    }

    /** Returns the seat of a claim, matched by owner and epoch. */
    public Optional<Seat<C, K>> of(Claim claim) {
        return of(claim.election())
                .filter(seat -> seat.isLeading(claim.epoch())
                        && seat.contender().instanceId().equals(claim.instanceId()));
    }

    public void put(String election, Seat<C, K> seat) {
        byElection.put(election, seat);
    }

    /** Replaces a seat; false if it is not the current one any more. */
    public boolean replace(String election, Seat<C, K> before, Seat<C, K> after) {
        return byElection.replace(election, before, after);
    }

    public boolean remove(String election, Seat<C, K> seat) {
        return byElection.remove(election, seat);
    }

    /** Records that the candidate made an attempt, or was asked to make one. */
    public void touch(String election) {
        touched.put(election, System.nanoTime());
    }

    public boolean isUntouchedFor(String election, Duration time) {
        return System.nanoTime() - touched.getOrDefault(election, 0L) >= time.toNanos();
    }

    /** Remembers that a request to create the place had no answer: it can still arrive as long as the session lives. */
    public void markUncertain(String election) {
        uncertain.add(election);
    }

    public boolean isUncertain(String election) {
        return uncertain.contains(election);
    }

    /** Removes and returns the seats of a session that has ended. */
    public List<Map.Entry<String, Seat<C, K>>> removeAll(Predicate<K> ended) {
        uncertain.clear();
        return all().stream()
                .filter(entry -> ended.test(entry.getValue().key()) && remove(entry.getKey(), entry.getValue()))
                .toList();
    }

    public List<Map.Entry<String, Seat<C, K>>> all() {
        return List.copyOf(byElection.entrySet());
    }
}
