package dev.baton.postgres;

import dev.baton.support.sql.SqlQuery;
import dev.baton.support.thread.NamedThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting sessions: one for each process that leads elections in which this process has candidates, however many
 * elections those are, and one for each election whose lock a foreign session holds. Above the limit, candidates poll
 * instead.
 */
final class WaitingSessions implements AutoCloseable {
    /** The maximum number of locks to wait for at the same time. */
    static final int LIMIT = 8;

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final int ENDED_REMEMBERED = 1000;

    private final PostgresStore store;
    private final LockAttempts attempts;
    private final Map<WaitTarget, Map<PostgresContender, Long>> watched = new HashMap<>();
    private final List<WaitingSession> sessions = new ArrayList<>();
    private final SynchronousQueue<WaitTarget> idleSessions = new SynchronousQueue<>();
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
        watch(new WaitTarget.LeaderSession(livenessKey), epoch, contender);
    }

    /** Notifies the candidate when its election's lock is free. A session that is not a leader's holds it. */
    synchronized void watchElection(PostgresContender contender, long epoch) {
        watch(new WaitTarget.ElectionLock(contender.keys()), epoch, contender);
    }

    private void watch(WaitTarget target, long epoch, PostgresContender contender) {
        if (closed) {
            return;
        }
        forget(contender);
        if (watched.containsKey(target) || waitFor(target)) {
            watched.computeIfAbsent(target, key -> new HashMap<>()).put(contender, epoch);
        }
    }

    /** Lets an idle session wait for the lock, or a new one. Returns false if there are too many. */
    private boolean waitFor(WaitTarget target) {
        if (idleSessions.offer(target)) {
            return true;
        }
        if (sessions.size() >= LIMIT) {
            return false;
        }
        WaitingSession session = new WaitingSession();
        // A thread that cannot be started must not count.
        session.start(target);
        sessions.add(session);
        return true;
    }

    /** Returns whether the lock session with this key is known to have ended. */
    synchronized boolean hasEnded(long livenessKey) {
        return ended.contains(livenessKey);
    }

    synchronized void forget(PostgresContender contender) {
        watched.values().forEach(watchers -> watchers.remove(contender));
    }

    /** Returns whether a candidate still waits for this lock; otherwise the watch ends. */
    private synchronized boolean isWatched(WaitTarget target) {
        Map<PostgresContender, Long> watchers = watched.get(target);
        if (watchers != null && watchers.isEmpty()) {
            watched.remove(target);
        }
        return !closed && watchers != null && !watchers.isEmpty();
    }

    /** Notifies all candidates that waited for the lock; they try to acquire together. */
    private void granted(WaitTarget target) {
        Map<PostgresContender, Long> watchers;
        synchronized (this) {
            if (target instanceof WaitTarget.LeaderSession session) {
                ended.add(session.livenessKey());
            }
            watchers = watched.getOrDefault(target, Map.of());
            watched.remove(target);
        }
        attempts.expect(watchers.size());
        if (target instanceof WaitTarget.ElectionLock) {
            watchers.keySet().forEach(PostgresContender::lockWasFree);
        } else {
            watchers.forEach(PostgresContender::tenureEnded);
        }
    }

    private synchronized void remove(WaitingSession session) {
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

    /**
     * One waiting session and its thread. It waits for a lock, and never keeps it: the lock is freed in the statement that
     * took it.
     */
    private final class WaitingSession {
        private volatile @Nullable Connection connection;
        private volatile boolean aborted;

        /** Waits for the given lock, and then for others as long as there are any. */
        void start(WaitTarget target) {
            NamedThreads.start("baton-postgres-wait", () -> run(target));
        }

        private void run(WaitTarget first) {
            try {
                @Nullable WaitTarget target = first;
                while (target != null && !aborted) {
                    waitUntilFree(target);
                    target = idleSessions.poll(IDLE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            } finally {
                remove(this);
                Connection current = connection;
                if (current != null) {
                    SessionEnd.close(current);
                }
            }
        }

        private void waitUntilFree(WaitTarget target) throws InterruptedException {
            while (!aborted && isWatched(target)) {
                try {
                    if (waitOnce(open(), target)) {
                        granted(target);
                        return;
                    }
                } catch (SQLException | RuntimeException | Error failed) {
                    abortConnection();
                    connection = null;
                    LOG.debug("a waiting session of {} failed", store.shown(), failed);
                    if (!aborted) {
                        TimeUnit.MILLISECONDS.sleep(RETRY_DELAY.toMillis());
                    }
                }
            }
        }

        private Connection open() throws SQLException {
            Connection current = connection;
            if (current == null) {
                current = store.connect("wait", SessionSettings.waiting(store.options()));
                current.setNetworkTimeout(Runnable::run, (int)
                        store.options().rearm().plusSeconds(10).toMillis());
                connection = current;
            }
            return current;
        }

        /**
         * Waits for a bounded time and returns whether the lock was granted. Bounded, because the snapshot of a waiting session
         * holds back VACUUM and CREATE INDEX CONCURRENTLY. In a block, because failed statements would fill the server's log.
         */
        private boolean waitOnce(Connection current, WaitTarget target) throws SQLException {
            String block = "DO $baton$ BEGIN PERFORM set_config('baton.woken', 'no', false);"
                    + " PERFORM set_config('lock_timeout', '"
                    + store.options().rearm().toMillis() + "', true);"
                    + " " + target.lockAndUnlock()
                    + " PERFORM set_config('baton.woken', 'yes', false);"
                    + " EXCEPTION WHEN lock_not_available THEN PERFORM set_config('baton.woken', 'no', false);"
                    + " END $baton$";
            try (Statement statement = current.createStatement()) {
                statement.execute(block);
            }
            return SqlQuery.of(current, "SELECT current_setting('baton.woken') = 'yes'")
                    .isTrue();
        }

        /** Ends the session from any thread. The server notices at its next connection check, and stops waiting. */
        void abort() {
            aborted = true;
            abortConnection();
        }

        private void abortConnection() {
            Connection current = connection;
            if (current != null) {
                SessionEnd.abort(current);
            }
        }
    }
}
