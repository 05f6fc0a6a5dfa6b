package dev.baton.store;

import dev.baton.ConnectionException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of a store: opened on demand, kept for the next request, discarded after a failure. It is not a general
 * pool: sessions keep their prepared statements, and an SQLite file that was replaced invalidates all of them.
 */
final class SessionPool implements AutoCloseable {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final DatabaseDialect database;
    private final StoreSettings settings;
    private final Semaphore permits;
    private final Deque<StoreSession> idle = new ArrayDeque<>();
    private boolean tablesExist;
    private boolean closed;

    SessionPool(DatabaseDialect database, StoreSettings settings) {
        this.database = database;
        this.settings = settings;
        this.permits = new Semaphore(settings.connections(), true);
    }

    /** Runs statements, each in its own transaction. */
    <T> T use(String operation, SessionWork<T> work) {
        try {
            if (!permits.tryAcquire(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreException(operation + " on " + database.shown() + ": all " + settings.connections()
                        + " connections were busy for "
                        + settings.requestTimeout().toMillis() + " ms");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(operation + " on " + database.shown() + ": interrupted", interrupted);
        }
        try {
            return withSession(operation, work);
        } finally {
            permits.release();
        }
    }

    /** Runs statements in one transaction, which is rolled back if the result is not accepted. */
    <T> T inTransaction(String operation, SessionWork<T> work, Predicate<T> accept) {
        return use(operation, session -> {
            session.connection().setAutoCommit(false);
            T result = work.on(session);
            if (accept.test(result)) {
                session.connection().commit();
            } else {
                session.connection().rollback();
            }
            session.connection().setAutoCommit(true);
            return result;
        });
    }

    private <T> T withSession(String operation, SessionWork<T> work) {
        @Nullable StoreSession session = null;
        try {
            session = takeIdle().orElse(null);
            if (session == null) {
                session = open();
            }
            T result = work.on(session);
            keep(session);
            return result;
        } catch (SQLException failed) {
            discard(session);
            discardAll();
            throw database.explain(operation, failed);
        } catch (RuntimeException | Error failed) {
            discard(session);
            throw failed;
        }
    }

    private static void discard(@Nullable StoreSession session) {
        if (session != null) {
            session.close();
        }
    }

    private synchronized Optional<StoreSession> takeIdle() {
        if (closed) {
            throw new ConnectionException(database.shown() + " is closed");
        }
        StoreSession session;
        while ((session = idle.pollFirst()) != null) {
            if (session.identity().equals(database.identity())) {
                return Optional.of(session);
            }
            session.close();
            tablesExist = false;
        }
        return Optional.empty();
    }

    private StoreSession open() throws SQLException {
        StoreSession session = new StoreSession(database.connect(), database.identity());
        try {
            if (!tablesExist()) {
                database.createTables(session);
                synchronized (this) {
                    tablesExist = true;
                }
            }
            return session;
        } catch (SQLException | RuntimeException failed) {
            session.close();
            throw failed;
        }
    }

    private synchronized boolean tablesExist() {
        return tablesExist;
    }

    /** A failure of one connection may concern all: the next request connects again and checks the tables. */
    private synchronized void discardAll() {
        tablesExist = false;
        idle.forEach(StoreSession::close);
        idle.clear();
    }

    private void keep(StoreSession session) {
        synchronized (this) {
            if (!closed) {
                idle.addFirst(session);
                return;
            }
        }
        session.close();
    }

    @Override
    public void close() {
        Deque<StoreSession> last;
        synchronized (this) {
            closed = true;
            last = new ArrayDeque<>(idle);
            idle.clear();
        }
        last.forEach(StoreSession::close);
    }
}
