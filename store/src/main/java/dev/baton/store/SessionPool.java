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

    private static final int MAX_ATTEMPTS = 10;

    private final DatabaseDialect database;
    private final StoreSettings settings;
    private final Semaphore permits;
    private final Deque<StoreSession> idle = new ArrayDeque<>();
    private boolean closed;

    SessionPool(DatabaseDialect database, StoreSettings settings) {
        this.database = database;
        this.settings = settings;
        this.permits = new Semaphore(settings.connections(), true);
    }

    /** Runs statements that write, each in its own transaction. Creates the database and the tables if necessary. */
    <T> T write(String operation, StoreSession.Work<T> work) {
        return use(operation, session -> {
            session.prepareWrites(database);
            return attempts(session, work);
        });
    }

    /** Tries again after the server has rolled a transaction back, for example one of two that waited for each other. */
    private <T> T attempts(StoreSession session, StoreSession.Work<T> work) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.on(session);
            } catch (SQLException failed) {
                if (attempt == MAX_ATTEMPTS || !database.isRolledBack(failed)) {
                    throw failed;
                }
                session.rollback();
            }
        }
    }

    /** Runs statements that only read. Creates nothing: without a database or tables the result is the given one. */
    <T> T read(String operation, T absent, StoreSession.Work<T> work) {
        requireOpen();
        if (database.isAbsent()) {
            requirePlace(operation);
            return absent;
        }
        return use(operation, session -> {
            session.prepareReads(database);
            return database.read(session, absent, work);
        });
    }

    private void requirePlace(String operation) {
        try {
            database.requirePlace();
        } catch (SQLException refused) {
            throw database.explain(operation, refused);
        }
    }

    private <T> T use(String operation, StoreSession.Work<T> work) {
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
        } catch (SchemaRefusedException refused) {
            throw new StoreException(database.shown() + ": " + refused.getMessage(), refused);
        } catch (SQLException failed) {
            discardAll();
            throw database.explain(operation, failed);
        }
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new ConnectionException(database.shown() + " is closed");
        }
    }

    private synchronized Optional<StoreSession> takeIdle() {
        requireOpen();
        StoreSession session;
        while ((session = idle.pollFirst()) != null) {
            if (session.reaches(database.identity())) {
                return Optional.of(session);
            }
            session.close();
        }
        return Optional.empty();
    }

    private StoreSession open() throws SQLException {
        return new StoreSession(database.connect(), database.identity(), database.transactionFrame());
    }

    /** A failure of one connection may concern all: the next request connects again and checks the tables. */
    private synchronized void discardAll() {
        idle.forEach(StoreSession::close);
        idle.clear();
    }

    private synchronized void keep(StoreSession session) {
        // A connection to files that are gone must not keep its locks: it would hold up those who open the new ones.
        if (closed || !session.reaches(database.identity())) {
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
