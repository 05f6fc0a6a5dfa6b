package dev.baton.postgres;

import dev.baton.support.sql.SqlQuery;
import dev.baton.support.thread.NamedThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One waiting session and its thread. It waits, in shared mode, for the liveness lock of a leader's lock session. A grant
 * means that that session has ended; the lock is freed in the same statement.
 */
final class WaitingSession {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final PostgresStore store;
    private final WaitingSessions sessions;
    private final ArrayBlockingQueue<Long> next = new ArrayBlockingQueue<>(1);
    private volatile @Nullable Connection connection;
    private volatile boolean aborted;
    private boolean idle;
    private boolean started;

    WaitingSession(PostgresStore store, WaitingSessions sessions) {
        this.store = store;
        this.sessions = sessions;
    }

    /** Returns whether this session can be reused. The caller must hold the monitor of the waiting sessions. */
    boolean isIdle() {
        return idle;
    }

    /** Waits for the given lock session. Only for a new or idle session, with the monitor of the waiting sessions. */
    void waitFor(long livenessKey) {
        if (!started) {
            started = true;
            NamedThreads.start("baton-postgres-wait", () -> run(livenessKey));
        } else {
            idle = false;
            next.add(livenessKey);
        }
    }

    private void run(long first) {
        @Nullable Long livenessKey = first;
        try {
            while (livenessKey != null && !aborted) {
                waitUntilEnded(livenessKey);
                livenessKey = pollNext();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            sessions.remove(this);
            Connection current = connection;
            if (current != null) {
                SessionEnd.close(current);
            }
        }
    }

    /** Returns the next key to wait for; null if there is none for some time. */
    private @Nullable Long pollNext() throws InterruptedException {
        synchronized (sessions) {
            idle = true;
        }
        Long livenessKey = next.poll(IDLE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        if (livenessKey == null) {
            synchronized (sessions) {
                if (idle) {
                    idle = false;
                    sessions.remove(this);
                    return null;
                }
            }
            livenessKey = next.poll();
        }
        return livenessKey;
    }

    private void waitUntilEnded(long livenessKey) throws InterruptedException {
        while (!aborted && sessions.isWatched(livenessKey)) {
            try {
                if (waitOnce(open(), livenessKey)) {
                    sessions.sessionEnded(livenessKey);
                    return;
                }
            } catch (SQLException | RuntimeException failed) {
                LOG.debug("a waiting session of {} failed", store.shown(), failed);
                drop();
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
            current.setNetworkTimeout(
                    Runnable::run, (int) store.options().rearm().plusSeconds(10).toMillis());
            connection = current;
        }
        return current;
    }

    private void drop() {
        Connection lost = connection;
        connection = null;
        if (lost != null) {
            SessionEnd.abort(lost);
        }
    }

    /**
     * Waits for a bounded time and returns whether the lock was granted. Bounded, because the snapshot of a waiting session
     * holds back VACUUM and CREATE INDEX CONCURRENTLY. In a block, because failed statements would fill the server's log.
     */
    private boolean waitOnce(Connection current, long livenessKey) throws SQLException {
        String block = "DO $baton$ BEGIN PERFORM set_config('baton.woken', 'no', false);"
                + " PERFORM set_config('lock_timeout', '"
                + store.options().rearm().toMillis() + "', true);"
                + " PERFORM pg_advisory_lock_shared(" + livenessKey + ");"
                + " PERFORM pg_advisory_unlock_shared(" + livenessKey + ");"
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
        Connection current = connection;
        if (current != null) {
            SessionEnd.abort(current);
        }
    }
}
