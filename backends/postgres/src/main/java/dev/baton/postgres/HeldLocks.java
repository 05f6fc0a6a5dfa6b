package dev.baton.postgres;

import dev.baton.EndReason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The election locks that the lock session holds, at most one for each election. Thread-safe. */
final class HeldLocks {
    private final Map<String, HeldLock> holds = new HashMap<>();
    private final Map<String, EndReason> ended = new HashMap<>();

    synchronized Optional<HeldLock> of(String election) {
        return Optional.ofNullable(holds.get(election));
    }

    synchronized void put(String election, HeldLock hold) {
        holds.put(election, hold);
        ended.remove(election);
    }

    /** Forgets the hold if it is still this one. */
    synchronized boolean remove(String election, HeldLock hold) {
        return holds.remove(election, hold);
    }

    /** Replaces the hold if it is still this one. */
    synchronized boolean replace(String election, HeldLock before, HeldLock after) {
        return holds.replace(election, before, after);
    }

    synchronized int size() {
        return holds.size();
    }

    /** Whether somebody leads by this session: then proofs are the runtime's affair. */
    synchronized boolean hasClaims() {
        return holds.values().stream().anyMatch(hold -> hold.epoch() > 0);
    }

    /** The session is gone: nothing is held, and whoever led by it is told why. */
    void clear(EndReason reason) {
        Map<String, HeldLock> gone;
        synchronized (this) {
            gone = new HashMap<>(holds);
            holds.clear();
            gone.keySet().forEach(election -> ended.put(election, reason));
        }
        gone.values().stream()
                .filter(hold -> hold.epoch() > 0)
                .forEach(hold -> hold.contender().signals().claimGone(hold.epoch(), reason));
    }

    /** Why nothing is held of this election. */
    synchronized EndReason whyGone(String election) {
        return ended.getOrDefault(election, EndReason.TAKEN_OVER);
    }
}
