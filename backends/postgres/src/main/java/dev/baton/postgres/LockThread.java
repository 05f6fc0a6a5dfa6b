package dev.baton.postgres;

import dev.baton.postgres.session.SessionThread;
import java.io.IOException;
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
 * The lock session and its thread. The session is opened when it is first needed; when it is lost, all
 * that it held is lost, and whoever led by it is told at once.
 */
final class LockThread implements SessionThread.Attendant, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final PostgresStore store;
    private final HeldLocks holds;
    private final SessionThread lane;
    private volatile @Nullable LockSession session;
    private @Nullable LockSession rehearsed;

    LockThread(PostgresStore store, HeldLocks holds) {
        this.store = store;
        this.holds = holds;
        this.lane = new SessionThread(
                "baton-postgres-lock", store.options().patience().dividedBy(4), this);
    }

    /** A request that is made on the lock session. */
    interface Request<T> {
        T on(LockSession session) throws SQLException;
    }

    /** Done when it is its turn, on a new session if need be. */
    <T> CompletableFuture<T> ask(Request<T> request) {
        return lane.last(() -> on(open(), request));
    }

    /** Done before anything else that waits; the answer is none when there is no session. */
    <T> CompletableFuture<Optional<T>> askNext(Request<T> request) {
        return lane.first(() -> {
            LockSession current = session;
            return current == null ? Optional.<T>empty() : Optional.of(on(current, request));
        });
    }

    /** Done when everything that was asked for before is. */
    CompletableFuture<?> quiet() {
        return lane.last(() -> true);
    }

    private <T> T on(LockSession current, Request<T> request) throws SQLException {
        try {
            return request.on(current);
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
            // First of all: what a pooler says of a session is true of some other one.
            store.probeOnce(connection);
            ServerFacts facts = ServerFacts.of(connection);
            store.admit(facts);
            facts.checkPatience(store.shown(), store.options().patience());
            PostgresTables.ensure(connection, store.shown());
            connection.setNetworkTimeout(
                    Runnable::run, (int) store.options().validity().toMillis());
            planOnce(connection);
            LockSession opened = new LockSession(connection, facts, RANDOM.nextLong());
            opened.live();
            watch(connection);
            store.local().add(opened.process());
            session = opened;
            return opened;
        } catch (SQLException | RuntimeException failed) {
            PostgresStore.cut(connection);
            throw failed;
        }
    }

    /** It says the same few things all its life. Only now: a pooler would mix up whose they are. */
    private static void planOnce(Connection connection) throws SQLException {
        if (connection.isWrapperFor(PGConnection.class)) {
            connection.unwrap(PGConnection.class).setPrepareThreshold(1);
        }
    }

    private void watch(Connection connection) throws SQLException {
        try {
            var socket = DriverConnections.socketOf(connection);
            if (socket.isPresent()) {
                lane.watch(socket.get());
            }
        } catch (IOException failed) {
            throw new SQLException("the socket cannot be watched", "08000", failed);
        }
    }

    /** Ends the session, and with it everything it holds. */
    private void drop(SQLException why) {
        LockSession gone = session;
        if (gone != null) {
            session = null;
            LOG.warn("the lock session of {} is over: {}", store.shown(), why.getMessage());
            store.local().remove(gone.process());
            PostgresStore.cut(gone.connection());
            holds.clear(SqlErrors.reason(why));
        }
    }

    /** Cuts the session from any thread, so that whatever waits on it fails and the server frees its locks. */
    void cut() {
        LockSession current = session;
        if (current != null) {
            PostgresStore.cut(current.connection());
        }
    }

    @Override
    public void readable() {
        attend(LockSession::hear);
    }

    /** Nothing comes with an answer here: this session does not listen. */
    @Override
    public void answered() {}

    /** A session that leads is proved by renewals, and only by them: it must not outlive its user's loop. */
    @Override
    public void tick() {
        if (!holds.hasClaims()) {
            attend(current -> current.prove(List.of()));
            attend(this::rehearseOnce);
        }
    }

    /** Whoever waits has the time for it, which it would not have when its turn comes. */
    private void rehearseOnce(LockSession current) throws SQLException {
        if (rehearsed != current) {
            rehearsed = current;
            current.rehearse();
        }
    }

    private interface Attention {
        void pay(LockSession session) throws SQLException;
    }

    private void attend(Attention attention) {
        LockSession current = session;
        if (current == null) {
            return;
        }
        try {
            attention.pay(current);
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                drop(failed);
            }
        }
    }

    @Override
    public void leave() {
        LockSession current = session;
        session = null;
        if (current != null) {
            store.local().remove(current.process());
            PostgresStore.close(current.connection());
        }
    }

    @Override
    public void close() {
        lane.close();
        cut();
    }
}
