package dev.baton.store;

import dev.baton.support.sql.SqlQuery;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The notifications of this process to others on a server without NOTIFY: a counter that listeners read, and a lock that
 * this process holds on a session of its own. A notification releases the lock for a moment, and so does the end of the
 * process: sessions that wait for the lock wake up. Nothing else depends on it.
 */
final class ChangeSignal implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration CHECK = Duration.ofSeconds(2);
    private static final long PAUSE_MILLIS = 500;

    private final InnodbDatabase database;
    private final SessionLock lock;
    private @Nullable Thread thread;
    private boolean raised;
    private boolean closed;

    ChangeSignal(InnodbDatabase database, SessionLock lock) {
        this.database = database;
        this.lock = lock;
    }

    /** Notifies all listeners soon. Does not wait. */
    synchronized void raise() {
        if (closed) {
            return;
        }
        raised = true;
        if (thread == null) {
            thread = NamedThreads.start("baton-store-signal", this::run);
        }
        notifyAll();
    }

    private void run() {
        LastingLoop.run("the thread that notifies the listeners", this::serveOnce);
    }

    /** Serves one session until it is lost. Returns false when nothing is to be delivered any more. */
    private boolean serveOnce() throws InterruptedException {
        if (isWanted()) {
            boolean lost = true;
            try (Connection connection = database.connectToWait(WAIT)) {
                serve(connection);
                lost = false;
            } catch (SQLException | RuntimeException failed) {
                SessionPool.LOG.debug("cannot notify the listeners of {}; retrying", database.shown(), failed);
            } finally {
                if (lost) {
                    raiseLater();
                }
            }
        }
        return isWanted();
    }

    private void serve(Connection connection) throws SQLException, InterruptedException {
        boolean held = false;
        while (isWanted()) {
            if (takeRaised()) {
                InnodbDatabase.countChange(connection);
                if (held) {
                    lock.release(connection);
                    held = false;
                }
            } else if (held) {
                // A session that has ended holds nothing: another one takes the lock.
                SqlQuery.of(connection, "SELECT 1").hasRow();
            }
            while (!held && isQuiet()) {
                held = lock.acquire(connection, WAIT);
            }
            awaitRaise();
        }
    }

    /** Returns whether there is something to deliver, or something may come. */
    private synchronized boolean isWanted() {
        return raised || !closed;
    }

    private synchronized boolean takeRaised() {
        boolean before = raised;
        raised = false;
        return before;
    }

    /** Waits for a notification, or until the session is to be checked. */
    private synchronized void awaitRaise() throws InterruptedException {
        if (isQuiet()) {
            TimeUnit.MILLISECONDS.timedWait(this, CHECK.toMillis());
        }
    }

    private synchronized boolean isQuiet() {
        return !raised && !closed;
    }

    /** A notification that failed is repeated, unless this is being closed. */
    private synchronized void raiseLater() throws InterruptedException {
        raised = !closed;
        if (raised) {
            TimeUnit.MILLISECONDS.timedWait(this, PAUSE_MILLIS);
        }
    }

    /** Delivers what was raised before, and then ends the session with its lock. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            notifyAll();
        }
        if (running != null) {
            try {
                running.join(database.settings.requestTimeout().plus(WAIT).toMillis());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
