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
 * The waiting sessions: one for each process that leads elections in which this process has candidates, however many
 * elections those are. Above the limit, candidates poll instead.
 */
final class WaitingSessions implements AutoCloseable {
    /** The maximum number of processes to wait for at the same time. */
    static final int LIMIT = 8;

    private static final int ENDED_REMEMBERED = 1000;

    private final PostgresStore store;
    private final LockAttempts attempts;
    private final Map<Long, Map<PostgresContender, Long>> watched = new HashMap<>();
    private final List<WaitingSession> sessions = new ArrayList<>();
    private final Set<Long> ended = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > ENDED_REMEMBERED;
        }
    });
    private boolean closed;

    WaitingSessions(PostgresStore store, LockAttempts attempts) {
        this.store = store;
        this.attempts = attempts;
    }

    /** Notifies the candidate when the given lock session ends. That session holds the claim with the given epoch. */
    synchronized void watch(long livenessKey, long epoch, PostgresContender contender) {
        if (closed || livenessKey == 0) {
            return;
        }
        forget(contender);
        Map<PostgresContender, Long> watchers = watched.get(livenessKey);
        if (watchers == null) {
            WaitingSession session = idleOrNew();
            if (session == null) {
                return;
            }
            watchers = new HashMap<>();
            watched.put(livenessKey, watchers);
            session.waitFor(livenessKey);
        }
        watchers.put(contender, epoch);
    }

    private @Nullable WaitingSession idleOrNew() {
        for (WaitingSession session : sessions) {
            if (session.isIdle()) {
                return session;
            }
        }
        if (sessions.size() >= LIMIT) {
            return null;
        }
        WaitingSession session = new WaitingSession(store, this);
        sessions.add(session);
        return session;
    }

    /** Returns whether the lock session with this key is known to have ended. */
    synchronized boolean hasEnded(long livenessKey) {
        return ended.contains(livenessKey);
    }

    synchronized void forget(PostgresContender contender) {
        watched.values().forEach(watchers -> watchers.remove(contender));
    }

    /** Returns whether a candidate still waits for this lock session; otherwise the watch ends. */
    synchronized boolean isWatched(long livenessKey) {
        Map<PostgresContender, Long> watchers = watched.get(livenessKey);
        if (watchers != null && watchers.isEmpty()) {
            watched.remove(livenessKey);
        }
        return !closed && watchers != null && !watchers.isEmpty();
    }

    /** Notifies all candidates that waited for the lock session; they try to acquire together. */
    void sessionEnded(long livenessKey) {
        Map<PostgresContender, Long> watchers;
        synchronized (this) {
            ended.add(livenessKey);
            watchers = watched.getOrDefault(livenessKey, Map.of());
            watched.remove(livenessKey);
        }
        attempts.expect(watchers.size());
        watchers.forEach(PostgresContender::tenureEnded);
    }

    synchronized void remove(WaitingSession session) {
        sessions.remove(session);
    }

    @Override
    public void close() {
        List<WaitingSession> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(sessions);
        }
        all.forEach(WaitingSession::abort);
    }
}
