package dev.baton.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * The control session and its thread: raises epochs, marks releases, keeps the roster, serves observers and receives
 * notifications. A lost session is opened again; safety does not depend on notifications that were missed.
 */
final class ControlThread extends SessionThread<Connection> {
    private static final Duration TICK = Duration.ofSeconds(1);

    private final NotifyChannel notifications;
    private volatile boolean listenRequested;
    private boolean listening;

    ControlThread(PostgresStore store, NotifyChannel notifications) {
        super(store, "control", SessionSettings.control(store.options()), TICK);
        this.notifications = notifications;
    }

    /** Starts to receive notifications. */
    void listen() {
        if (!listenRequested) {
            listenRequested = true;
            submitRetrying(any -> true);
        }
    }

    @Override
    Connection prepare(Connection connection) throws SQLException {
        store().requireUsable(ServerFacts.read(connection));
        PostgresTables.requireKnown(connection, store().shown(), store().schema());
        Duration timeout = store().options().requestTimeout().multipliedBy(2);
        connection.setNetworkTimeout(Runnable::run, (int) timeout.toMillis());
        listening = false;
        return connection;
    }

    @Override
    Connection opened() throws SQLException {
        Connection current = super.opened();
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

    @Override
    Connection connectionOf(Connection current) {
        return current;
    }

    @Override
    void onLost(Connection lost, SQLException cause) {
        LOG.info("lost the control session of {}: {}", store().shown(), cause.getMessage());
    }

    @Override
    void onReadable() {
        receiveOrReconnect(1);
    }

    @Override
    void onResponse() {
        if (session() != null) {
            receiveOrReconnect(0);
        }
    }

    @Override
    void onTick() {
        if (listenRequested) {
            // Reads the socket, because the socket of the application's own connection cannot be watched.
            receiveOrReconnect(1);
            notifications.refreshStale();
        }
    }

    private void receiveOrReconnect(int waitMillis) {
        try {
            Connection current = session();
            if (current != null) {
                receive(current, waitMillis);
            } else if (listenRequested) {
                opened();
            }
        } catch (SQLException failed) {
            drop(failed);
        } catch (RuntimeException refused) {
            LOG.debug("cannot use {}", store().shown(), refused);
        }
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
}
