package dev.baton.postgres;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * The lock session and its thread. If the session is lost, all its locks are lost, and the candidates that led are
 * notified immediately.
 */
final class LockThread extends SessionThread<LockSession> {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final HeldLocks heldLocks;
    private boolean rehearsed;

    LockThread(PostgresStore store, HeldLocks heldLocks) {
        super(
                store,
                "lock",
                SessionSettings.lock(store.options()),
                store.options().patience().dividedBy(4));
        this.heldLocks = heldLocks;
    }

    @Override
    LockSession prepare(Connection connection) throws SQLException {
        PostgresStore store = store();
        // First of all: behind a pooler the other checks would read a session that is not ours.
        store.requireNoPooler(connection);
        ServerFacts facts = ServerFacts.read(connection);
        store.requireUsable(facts);
        facts.requireIdleTimeout(store.shown(), store.options().patience());
        PostgresTables.ensure(connection, store.shown(), store.schema());
        connection.setNetworkTimeout(
                Runnable::run, (int) store.options().validity().toMillis());
        if (connection.isWrapperFor(PGConnection.class)) {
            // The session repeats a few statements. Only now: a pooler would mix up the prepared statements.
            connection.unwrap(PGConnection.class).setPrepareThreshold(1);
        }
        LockSession opened = new LockSession(connection, facts, RANDOM.nextLong());
        opened.takeLivenessLock();
        store.localKeys().add(opened.livenessKey());
        rehearsed = false;
        return opened;
    }

    @Override
    Connection connectionOf(LockSession current) {
        return current.connection();
    }

    @Override
    void onLost(LockSession lost, SQLException cause) {
        LOG.warn("lost the lock session of {}: {}", store().shown(), cause.getMessage());
        onClose(lost);
        heldLocks.clear(cause);
    }

    @Override
    void onClose(LockSession current) {
        store().localKeys().remove(current.livenessKey());
    }

    @Override
    void onReadable() {
        submitFirst(LockSession::readMessages);
    }

    @Override
    void onTick() {
        submitFirst(current -> heldLocks.hasClaims() || keepAlive(current));
    }

    /** Checks an idle session. One with claims is kept alive only by renewals: it must not outlive a hung runtime. */
    private boolean keepAlive(LockSession current) throws SQLException {
        current.verify(List.of());
        if (!rehearsed) {
            // A standby has time to prepare its statements now, but not when the leader has died.
            rehearsed = true;
            current.rehearse();
        }
        return true;
    }

    /** Aborts the session from any thread: requests that wait on it fail, and the server frees its locks. */
    void abort() {
        LockSession current = session();
        if (current != null) {
            SessionEnd.abort(current.connection());
        }
    }

    @Override
    public void close() {
        super.close();
        abort();
    }
}
