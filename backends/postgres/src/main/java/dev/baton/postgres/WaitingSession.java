package dev.baton.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One waiting session and its thread: blocked, in shared mode, on the liveness lock of a process that
 * leads. Granted means that its session is over; the lock is given back in the same breath.
 */
final class WaitingSession {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration LINGER = Duration.ofSeconds(5);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final PostgresStore store;
    private final WaitingSessions waiters;
    private final ArrayBlockingQueue<Long> next = new ArrayBlockingQueue<>(1);
    private volatile @Nullable Connection connection;
    private volatile boolean cut;
    private boolean free;
    private boolean started;

    WaitingSession(PostgresStore store, WaitingSessions waiters) {
        this.store = store;
        this.waiters = waiters;
    }

    /** Whether it has nothing to wait for. Under the monitor of its crew. */
    boolean isFree() {
        return free;
    }

    /** Makes it wait for this process. Under the monitor of its crew, and only when it is free or new. */
    void waitFor(long process) {
        if (!started) {
            started = true;
            Thread thread = new Thread(() -> run(process), "baton-postgres-wait");
            thread.setDaemon(true);
            thread.start();
        } else {
            free = false;
            next.add(process);
        }
    }

    private void run(long first) {
        @Nullable Long process = first;
        try {
            while (process != null && !cut) {
                attend(process);
                process = following();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            waiters.left(this);
            Connection current = connection;
            if (current != null) {
                PostgresStore.close(current);
            }
        }
    }

    /** The next process to wait for, or none for some time. */
    private @Nullable Long following() throws InterruptedException {
        synchronized (waiters) {
            free = true;
        }
        Long process = next.poll(LINGER.toMillis(), TimeUnit.MILLISECONDS);
        if (process == null) {
            synchronized (waiters) {
                if (free) {
                    free = false;
                    waiters.left(this);
                    return null;
                }
            }
            process = next.poll();
        }
        return process;
    }

    private void attend(long process) throws InterruptedException {
        while (!cut && waiters.isWanted(process)) {
            try {
                if (isGone(open(), process)) {
                    waiters.isGone(process);
                    return;
                }
            } catch (SQLException | RuntimeException failed) {
                LOG.debug("a waiting session of {} failed", store.shown(), failed);
                drop();
                pause();
            }
        }
    }

    private void pause() throws InterruptedException {
        if (!cut) {
            TimeUnit.MILLISECONDS.sleep(AFTER_FAILURE.toMillis());
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
        Connection gone = connection;
        connection = null;
        if (gone != null) {
            PostgresStore.cut(gone);
        }
    }

    /**
     * Waits once, for a bounded time, because a session that waits holds back VACUUM and CREATE INDEX
     * CONCURRENTLY with its snapshot. A block, because a failed statement would fill the server's log.
     */
    private boolean isGone(Connection current, long process) throws SQLException {
        String question = "DO $baton$ BEGIN PERFORM set_config('baton.woken', 'no', false);"
                + " PERFORM set_config('lock_timeout', '"
                + store.options().rearm().toMillis() + "', true);"
                + " PERFORM pg_advisory_lock_shared(" + process + ");"
                + " PERFORM pg_advisory_unlock_shared(" + process + ");"
                + " PERFORM set_config('baton.woken', 'yes', false);"
                + " EXCEPTION WHEN lock_not_available THEN PERFORM set_config('baton.woken', 'no', false);"
                + " END $baton$";
        try (Statement statement = current.createStatement()) {
            statement.execute(question);
            try (ResultSet row = statement.executeQuery("SELECT current_setting('baton.woken')")) {
                return row.next() && row.getString(1).equals("yes");
            }
        }
    }

    /** Ends it from any thread. The server notices within its connection check, and stops waiting. */
    void cut() {
        cut = true;
        Connection current = connection;
        if (current != null) {
            PostgresStore.cut(current);
        }
    }
}
