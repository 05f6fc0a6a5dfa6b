package dev.baton.postgres;

import dev.baton.postgres.session.SessionThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control session and its thread: raises epochs, marks releases, keeps the roster, serves observers and receives
 * notifications. A lost session is opened again; safety does not depend on notifications that were missed.
 */
final class ControlThread implements SessionThread.Callbacks, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration TICK = Duration.ofSeconds(1);

    private final PostgresStore store;
    private final NotifyChannel notifications;
    private final SessionThread thread;
    private volatile boolean listenRequested;
    private @Nullable Connection connection;
    private boolean listening;

    ControlThread(PostgresStore store, NotifyChannel notifications) {
        this.store = store;
        this.notifications = notifications;
        this.thread = new SessionThread("baton-postgres-control", TICK, this);
    }

    /** A request that runs on the control session. */
    interface Request<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Runs the request once. If the session fails, the request may or may not have been applied. */
    <T> CompletableFuture<T> submitOnce(Request<T> request) {
        return thread.submit(() -> run(open(), request));
    }

    /** Runs an idempotent request, again on a new session if the current one turns out to be dead. */
    <T> CompletableFuture<T> submitRetrying(Request<T> request) {
        return thread.submit(() -> {
            boolean fresh = connection == null;
            try {
                return run(open(), request);
            } catch (SQLException failed) {
                if (fresh || !SqlErrors.endsSession(failed)) {
                    throw failed;
                }
                return run(open(), request);
            }
        });
    }

    /** Starts to receive notifications. */
    void listen() {
        if (!listenRequested) {
            listenRequested = true;
            submitRetrying(any -> true);
        }
    }

    private <T> T run(Connection current, Request<T> request) throws SQLException {
        try {
            return request.run(current);
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                drop(failed);
            }
            throw failed;
        }
    }

    private Connection open() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = store.connect("control", SessionSettings.control(store.options()));
            try {
                store.requireUsable(ServerFacts.read(current));
                current.setNetworkTimeout(Runnable::run, (int)
                        store.options().requestTimeout().multipliedBy(2).toMillis());
                DriverConnections.watch(current, thread);
            } catch (SQLException | RuntimeException failed) {
                SessionEnd.abort(current);
                throw failed;
            }
            connection = current;
            listening = false;
        }
        if (listenRequested && !listening) {
            try (Statement statement = current.createStatement()) {
                statement.execute("LISTEN " + NotifyChannel.CHANNEL);
            } catch (SQLException failed) {
                drop(failed);
                throw failed;
            }
            listening = true;
            // Earlier notifications were missed.
            notifications.refreshAll();
        }
        return current;
    }

    private void receive(Connection current, int waitMillis) throws SQLException {
        if (!listening || !current.isWrapperFor(PGConnection.class)) {
            return;
        }
        PGConnection driver = current.unwrap(PGConnection.class);
        PGNotification[] received = waitMillis > 0 ? driver.getNotifications(waitMillis) : driver.getNotifications();
        if (received != null) {
            for (PGNotification notification : received) {
                notifications.receive(notification.getParameter());
            }
        }
    }

    private void drop(SQLException cause) {
        Connection lost = connection;
        if (lost != null) {
            connection = null;
            LOG.info("lost the control session of {}: {}", store.shown(), cause.getMessage());
            SessionEnd.abort(lost);
        }
    }

    @Override
    public void onReadable() {
        receiveOrReconnect(1);
    }

    @Override
    public void onResponse() {
        if (connection != null) {
            receiveOrReconnect(0);
        }
    }

    @Override
    public void onTick() {
        if (listenRequested) {
            // Reads the socket, because the socket of the application's own connection cannot be watched.
            receiveOrReconnect(1);
            notifications.refreshStale();
        }
    }

    private void receiveOrReconnect(int waitMillis) {
        try {
            Connection current = connection;
            if (current != null) {
                receive(current, waitMillis);
            } else if (listenRequested) {
                open();
            }
        } catch (SQLException failed) {
            drop(failed);
        } catch (RuntimeException refused) {
            LOG.debug("cannot use {}", store.shown(), refused);
        }
    }

    @Override
    public void onClose() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            SessionEnd.close(current);
        }
    }

    @Override
    public void close() {
        thread.close();
    }
}
