package dev.baton.postgres;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The waiting sessions: one for each process that leads an election a candidate of ours stands in, however
 * many those are, up to a limit; beyond it candidates poll.
 */
final class WaitingSessions implements AutoCloseable {
    /** How many processes are watched at the same time. */
    static final int MOST = 8;

    private static final int DEAD_REMEMBERED = 1000;

    private final PostgresStore store;
    private final LockAttempts tries;
    private final Map<Long, Map<PostgresContender, Long>> watched = new HashMap<>();
    private final List<WaitingSession> crew = new ArrayList<>();
    private final Set<Long> dead = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > DEAD_REMEMBERED;
        }
    });
    private boolean closed;

    WaitingSessions(PostgresStore store, LockAttempts tries) {
        this.store = store;
        this.tries = tries;
    }

    /** The candidate wants to know when this process is gone; it led with this epoch. */
    synchronized void watch(long process, long epoch, PostgresContender contender) {
        if (closed || process == 0) {
            return;
        }
        watched.values().forEach(interested -> interested.remove(contender));
        Map<PostgresContender, Long> interested = watched.get(process);
        if (interested == null) {
            WaitingSession waiter = free();
            if (waiter == null) {
                return;
            }
            interested = new HashMap<>();
            watched.put(process, interested);
            waiter.waitFor(process);
        }
        interested.put(contender, epoch);
    }

    private @Nullable WaitingSession free() {
        for (WaitingSession waiter : crew) {
            if (waiter.isFree()) {
                return waiter;
            }
        }
        if (crew.size() >= MOST) {
            return null;
        }
        WaitingSession waiter = new WaitingSession(store, this);
        crew.add(waiter);
        return waiter;
    }

    /** Whether a session with this liveness key is known to be over. */
    synchronized boolean isDead(long process) {
        return dead.contains(process);
    }

    synchronized void forget(PostgresContender contender) {
        watched.values().forEach(interested -> interested.remove(contender));
    }

    /** Whether it is worth while to go on waiting for this process; otherwise the watch is over. */
    synchronized boolean isWanted(long process) {
        Map<PostgresContender, Long> interested = watched.get(process);
        if (interested != null && interested.isEmpty()) {
            watched.remove(process);
        }
        return !closed && interested != null && !interested.isEmpty();
    }

    /** The process is gone: everybody who waited for it tries now. */
    void isGone(long process) {
        Map<PostgresContender, Long> interested;
        synchronized (this) {
            dead.add(process);
            interested = watched.getOrDefault(process, Map.of());
            watched.remove(process);
        }
        tries.expect(interested.size());
        interested.forEach(PostgresContender::isFree);
    }

    synchronized void left(WaitingSession waiter) {
        crew.remove(waiter);
    }

    /** How many sessions wait or are kept for the next wait. */
    synchronized int size() {
        return crew.size();
    }

    @Override
    public void close() {
        List<WaitingSession> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(crew);
        }
        all.forEach(WaitingSession::cut);
    }
}
