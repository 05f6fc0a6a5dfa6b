package dev.baton.store;

import dev.baton.ConnectionException;
import dev.baton.support.sql.SchemaRefusedException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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
    private volatile boolean tablesExist;
    private boolean closed;

    SessionPool(DatabaseDialect database, StoreSettings settings) {
        this.database = database;
        this.settings = settings;
        this.permits = new Semaphore(settings.connections(), true);
    }

    /** Runs statements, each in its own transaction. */
    <T> T use(String operation, StoreSession.Work<T> work) {
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

    private <T> T withSession(String operation, StoreSession.Work<T> work) {
        try {
            Optional<StoreSession> known = takeIdle();
            StoreSession session = known.isPresent() ? known.get() : open();
            try {
                T result = work.on(session);
                keep(session);
                return result;
            } catch (SQLException | RuntimeException | Error failed) {
                session.close();
                throw failed;
            }
        } catch (SQLException failed) {
            discardAll();
            throw database.explain(operation, failed);
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
            if (!tablesExist) {
                database.createTables(session);
                tablesExist = true;
            }
            return session;
        } catch (SchemaRefusedException refused) {
            session.close();
            throw new StoreException(database.shown() + ": " + refused.getMessage(), refused);
        } catch (SQLException | RuntimeException failed) {
            session.close();
            throw failed;
        }
    }

    /** A failure of one connection may concern all: the next request connects again and checks the tables. */
    private synchronized void discardAll() {
        tablesExist = false;
        idle.forEach(StoreSession::close);
        idle.clear();
    }

    private synchronized void keep(StoreSession session) {
        if (closed) {
            session.close();
        } else {
            idle.addFirst(session);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        discardAll();
    }
}
