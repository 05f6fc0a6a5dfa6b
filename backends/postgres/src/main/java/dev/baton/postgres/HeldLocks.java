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
    private long lastId;

    synchronized Optional<HeldLock> find(String election) {
        return Optional.ofNullable(locks.get(election));
    }

    synchronized Optional<HeldLock> find(PostgresContender contender) {
        return find(contender.election()).filter(held -> held.contender() == contender);
    }

    /** Adds a lock that was just granted, as a hold with a new identity. */
    HeldLock add(PostgresContender contender, long attempt, long livenessKey) {
        return put(contender, attempt, livenessKey, 0);
    }

    /**
     * Passes a hold to a later attempt of its candidate, under a new identity. Whatever the earlier attempt still does
     * with the hold has no effect. Empty if the hold is gone.
     */
    synchronized Optional<HeldLock> adopt(HeldLock held, long attempt, long epoch) {
        return isHeld(held) ? Optional.of(put(held.contender(), attempt, held.livenessKey(), epoch)) : Optional.empty();
    }

    private synchronized HeldLock put(PostgresContender contender, long attempt, long livenessKey, long epoch) {
        HeldLock held = new HeldLock(++lastId, contender, attempt, livenessKey, epoch);
        locks.put(held.election(), held);
        endReasons.remove(held.election());
        return held;
    }

    /** Returns whether this very hold exists. */
    synchronized boolean isHeld(HeldLock held) {
        HeldLock current = locks.get(held.election());
        return current != null && current.id() == held.id();
    }

    /** Removes the hold if it exists, and returns whether it did. */
    synchronized boolean remove(HeldLock held) {
        boolean removed = isHeld(held);
        if (removed) {
            locks.remove(held.election());
        }
        return removed;
    }

    /** Removes and frees the hold if it exists, and returns whether it did. */
    boolean unlock(HeldLock held, LockSession session) throws SQLException {
        boolean removed = remove(held);
        if (removed) {
            session.unlock(held.keys());
        }
        return removed;
    }

    /** Sets the epoch of the hold if it exists, and returns whether it did. */
    synchronized boolean setEpoch(HeldLock held, long epoch) {
        boolean present = isHeld(held);
        if (present) {
            locks.put(held.election(), held.withEpoch(epoch));
        }
        return present;
    }

    synchronized int size() {
        return locks.size();
    }

    /** Returns whether a candidate leads with one of the locks. If so, the runtime renews and checks the session. */
    synchronized boolean hasClaims() {
        return locks.values().stream().anyMatch(held -> held.epoch() > 0);
    }

    /** Removes all locks, because the session has ended, and notifies the candidates that led of the cause. */
    void clear(SQLException cause) {
        EndReason reason = SqlErrors.reason(cause);
        Map<String, HeldLock> lost;
        synchronized (this) {
            lost = new HashMap<>(locks);
            locks.clear();
            lost.keySet().forEach(election -> endReasons.put(election, reason));
        }
        lost.values().stream().filter(held -> held.epoch() > 0).forEach(held -> {
            PostgresContender contender = held.contender();
            contender.settings().signals().claimFailed(held.epoch(), reason, contender.explain(cause));
        });
    }

    /** Returns why the election's lock is not held. */
    synchronized EndReason endReason(String election) {
        return endReasons.getOrDefault(election, EndReason.TAKEN_OVER);
    }
}
