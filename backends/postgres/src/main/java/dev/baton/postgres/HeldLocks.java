package dev.baton.postgres;

import dev.baton.EndReason;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The election locks that the lock session holds, at most one for each election. Thread-safe. */
final class HeldLocks {
    private final Map<String, HeldLock> locks = new HashMap<>();
    private final Map<String, EndReason> endReasons = new HashMap<>();

    synchronized Optional<HeldLock> find(String election) {
        return Optional.ofNullable(locks.get(election));
    }

    synchronized Optional<HeldLock> find(PostgresContender contender) {
        return find(contender.election()).filter(held -> held.contender() == contender);
    }

    synchronized void put(HeldLock held) {
        locks.put(held.election(), held);
        endReasons.remove(held.election());
    }

    /** Removes the lock if it is unchanged, and returns whether it was. */
    synchronized boolean remove(HeldLock held) {
        return locks.remove(held.election(), held);
    }

    /** Removes and frees the lock if it is unchanged, and returns whether it was. */
    boolean unlock(HeldLock held, LockSession session) throws SQLException {
        boolean removed = remove(held);
        if (removed) {
            session.unlock(held.keys());
        }
        return removed;
    }

    /** Sets the lock's epoch if it is unchanged, and returns whether it was. */
    synchronized boolean setEpoch(HeldLock held, long epoch) {
        return locks.replace(held.election(), held, held.withEpoch(epoch));
    }

    synchronized int size() {
        return locks.size();
    }

    /** Returns whether a candidate leads with one of the locks. If so, the runtime renews and checks the session. */
    synchronized boolean hasClaims() {
        return locks.values().stream().anyMatch(held -> held.epoch() > 0);
    }

    /** Removes all locks, because the session has ended, and notifies the candidates that led. */
    void clear(EndReason reason) {
        Map<String, HeldLock> lost;
        synchronized (this) {
            lost = new HashMap<>(locks);
            locks.clear();
            lost.keySet().forEach(election -> endReasons.put(election, reason));
        }
        lost.values().stream()
                .filter(held -> held.epoch() > 0)
                .forEach(held -> held.contender().settings().signals().claimGone(held.epoch(), reason));
    }

    /** Returns why the election's lock is not held. */
    synchronized EndReason endReason(String election) {
        return endReasons.getOrDefault(election, EndReason.TAKEN_OVER);
    }
}
