package dev.baton.postgres;

import dev.baton.postgres.session.SessionThread;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock session and its thread. The session is opened with the first request. If it is lost, all its locks are lost,
 * and the candidates that led are notified immediately.
 */
final class LockThread implements SessionThread.Callbacks, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final PostgresStore store;
    private final HeldLocks heldLocks;
    private final SessionThread thread;
    private volatile @Nullable LockSession session;
    private boolean rehearsed;

    LockThread(PostgresStore store, HeldLocks heldLocks) {
        this.store = store;
        this.heldLocks = heldLocks;
        this.thread = new SessionThread(
                "baton-postgres-lock", store.options().patience().dividedBy(4), this);
    }

    /** A request that runs on the lock session. */
    interface Request<T> {
        T run(LockSession session) throws SQLException;
    }

    /** Runs the request after all queued ones. Opens a session if there is none. */
    <T> CompletableFuture<T> submit(Request<T> request) {
        return thread.submit(() -> run(open(), request));
    }

    /** Runs the request before all queued ones. Returns an empty result if there is no session. */
    <T> CompletableFuture<Optional<T>> submitFirst(Request<T> request) {
        return thread.submitFirst(() -> {
            LockSession current = session;
            return current == null ? Optional.<T>empty() : Optional.of(run(current, request));
        });
    }

    /** Completes when all requests queued so far are done. */
    CompletableFuture<?> drained() {
        return thread.submit(() -> true);
    }

    private <T> T run(LockSession current, Request<T> request) throws SQLException {
        try {
            return request.run(current);
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                drop(failed);
            }
            throw failed;
        }
    }

    private LockSession open() throws SQLException {
        LockSession current = session;
        if (current != null) {
            return current;
        }
        Connection connection = store.connect("lock", SessionSettings.lock(store.options()));
        try {
            // First of all: behind a pooler the other checks would read a session that is not ours.
            store.requireNoPooler(connection);
            ServerFacts facts = ServerFacts.read(connection);
            store.requireUsable(facts);
            facts.requireIdleTimeout(store.shown(), store.options().patience());
            PostgresTables.ensure(connection, store.shown());
            connection.setNetworkTimeout(
                    Runnable::run, (int) store.options().validity().toMillis());
            if (connection.isWrapperFor(PGConnection.class)) {
                // The session repeats a few statements. Only now: a pooler would mix up the prepared statements.
                connection.unwrap(PGConnection.class).setPrepareThreshold(1);
            }
            LockSession opened = new LockSession(connection, facts, RANDOM.nextLong());
            opened.takeLivenessLock();
            DriverConnections.watch(connection, thread);
            store.localKeys().add(opened.livenessKey());
            rehearsed = false;
            session = opened;
            return opened;
        } catch (SQLException | RuntimeException failed) {
            SessionEnd.abort(connection);
            throw failed;
        }
    }

    private void drop(SQLException cause) {
        LockSession lost = session;
        if (lost != null) {
            session = null;
            LOG.warn("lost the lock session of {}: {}", store.shown(), cause.getMessage());
            store.localKeys().remove(lost.livenessKey());
            SessionEnd.abort(lost.connection());
            heldLocks.clear(SqlErrors.reason(cause));
        }
    }

    /** Aborts the session from any thread: requests that wait on it fail, and the server frees its locks. */
    void abort() {
        LockSession current = session;
        if (current != null) {
            SessionEnd.abort(current.connection());
        }
    }

    @Override
    public void onReadable() {
        runIfOpen(LockSession::readMessages);
    }

    /** Does nothing: this session does not listen, so responses bring no notifications. */
    @Override
    public void onResponse() {}

    /** Checks an idle session. One with claims is kept alive only by renewals: it must not outlive a hung runtime. */
    @Override
    public void onTick() {
        if (!heldLocks.hasClaims()) {
            runIfOpen(current -> current.verify(List.of()));
            runIfOpen(this::rehearseOnce);
        }
    }

    /** A standby has time to prepare its statements now, but not when the leader has died. */
    private void rehearseOnce(LockSession current) throws SQLException {
        if (!rehearsed) {
            rehearsed = true;
            current.rehearse();
        }
    }

    private interface SessionAction {
        void run(LockSession session) throws SQLException;
    }

    private void runIfOpen(SessionAction action) {
        LockSession current = session;
        if (current == null) {
            return;
        }
        try {
            action.run(current);
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                drop(failed);
            }
        }
    }

    @Override
    public void onClose() {
        LockSession current = session;
        session = null;
        if (current != null) {
            store.localKeys().remove(current.livenessKey());
            SessionEnd.close(current.connection());
        }
    }

    @Override
    public void close() {
        thread.close();
        abort();
    }
}
