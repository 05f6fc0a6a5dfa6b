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

/** The connections of a store: made when needed, kept for the next request, thrown away after a failure. */
final class SessionPool implements AutoCloseable {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final DatabaseDialect database;
    private final StoreSettings settings;
    private final Semaphore permits;
    private final Deque<StoreSession> idle = new ArrayDeque<>();
    private boolean tablesAreThere;
    private boolean closed;

    SessionPool(DatabaseDialect database, StoreSettings settings) {
        this.database = database;
        this.settings = settings;
        this.permits = new Semaphore(settings.connections(), true);
    }

    /** Runs statements that each stand for themselves. */
    <T> T use(String what, SessionWork<T> work) {
        try {
            if (!permits.tryAcquire(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreException(what + " on " + database.shown() + ": all " + settings.connections()
                        + " connections were busy for "
                        + settings.requestTimeout().toMillis() + " ms");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ConnectionException(what + " on " + database.shown() + ": interrupted", interrupted);
        }
        try {
            return withSession(what, work);
        } finally {
            permits.release();
        }
    }

    /** Runs statements that take effect together; a result that is not kept takes them back. */
    <T> T inTransaction(String what, SessionWork<T> work, Predicate<T> keep) {
        return use(what, session -> {
            session.connection().setAutoCommit(false);
            T result = work.on(session);
            if (keep.test(result)) {
                session.connection().commit();
            } else {
                session.connection().rollback();
            }
            session.connection().setAutoCommit(true);
            return result;
        });
    }

    private <T> T withSession(String what, SessionWork<T> work) {
        @Nullable StoreSession session = null;
        try {
            session = taken().orElse(null);
            if (session == null) {
                session = opened();
            }
            T result = work.on(session);
            giveBack(session);
            return result;
        } catch (SQLException failed) {
            discard(session);
            startOver();
            throw database.explain(what, failed);
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

    private synchronized Optional<StoreSession> taken() {
        if (closed) {
            throw new ConnectionException(database.shown() + " is closed");
        }
        StoreSession session;
        while ((session = idle.pollFirst()) != null) {
            if (session.identity().equals(database.identity())) {
                return Optional.of(session);
            }
            session.close();
            tablesAreThere = false;
        }
        return Optional.empty();
    }

    private StoreSession opened() throws SQLException {
        StoreSession session = new StoreSession(database.connect(), database.identity());
        try {
            if (!tablesAreThere()) {
                database.createTables(session);
                synchronized (this) {
                    tablesAreThere = true;
                }
            }
            return session;
        } catch (SQLException | RuntimeException failed) {
            session.close();
            throw failed;
        }
    }

    private synchronized boolean tablesAreThere() {
        return tablesAreThere;
    }

    /** What failed for one connection may have failed for all: the next request makes a new one, and looks twice. */
    private synchronized void startOver() {
        tablesAreThere = false;
        idle.forEach(StoreSession::close);
        idle.clear();
    }

    private void giveBack(StoreSession session) {
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
