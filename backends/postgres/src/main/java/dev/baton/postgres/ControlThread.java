package dev.baton.postgres;

import dev.baton.postgres.session.SessionThread;
import java.io.IOException;
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
 * The control session and its thread: it raises epochs, marks releases, keeps the roster, answers
 * observers, and listens. A lost one is opened again; nothing depends on what it missed meanwhile.
 */
final class ControlThread implements SessionThread.Attendant, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration TICK = Duration.ofSeconds(1);

    private final PostgresStore store;
    private final NotifyChannel bulletin;
    private final SessionThread lane;
    private volatile boolean listening;
    private @Nullable Connection connection;
    private boolean heard;

    ControlThread(PostgresStore store, NotifyChannel bulletin) {
        this.store = store;
        this.bulletin = bulletin;
        this.lane = new SessionThread("baton-postgres-control", TICK, this);
    }

    /** A request that is made on the control session. */
    interface Request<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Made once: when the session fails, it may or may not have been applied. */
    <T> CompletableFuture<T> once(Request<T> request) {
        return lane.last(() -> on(open(), request));
    }

    /** Made again on a new session when the one at hand turns out to be dead: for what may be repeated. */
    <T> CompletableFuture<T> ask(Request<T> request) {
        return lane.last(() -> {
            boolean fresh = connection == null;
            try {
                return on(open(), request);
            } catch (SQLException failed) {
                if (fresh || !SqlErrors.endsSession(failed)) {
                    throw failed;
                }
                return on(open(), request);
            }
        });
    }

    /** From now on notifications are wanted. */
    void listen() {
        if (!listening) {
            listening = true;
            ask(any -> true);
        }
    }

    private <T> T on(Connection current, Request<T> request) throws SQLException {
        try {
            return request.on(current);
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
                store.admit(ServerFacts.of(current));
                current.setNetworkTimeout(Runnable::run, (int)
                        store.options().requestTimeout().multipliedBy(2).toMillis());
                var socket = DriverConnections.socketOf(current);
                if (socket.isPresent()) {
                    lane.watch(socket.get());
                }
            } catch (IOException failed) {
                PostgresStore.cut(current);
                throw new SQLException("the socket cannot be watched", "08000", failed);
            } catch (SQLException | RuntimeException failed) {
                PostgresStore.cut(current);
                throw failed;
            }
            connection = current;
            heard = false;
        }
        if (listening && !heard) {
            try (Statement statement = current.createStatement()) {
                statement.execute("LISTEN " + NotifyChannel.CHANNEL);
            } catch (SQLException failed) {
                // A session that cannot listen is of no use, and one that died meanwhile must not be kept.
                drop(failed);
                throw failed;
            }
            heard = true;
            // What was said before is lost: look at everything once.
            bulletin.missedSome();
        }
        return current;
    }

    private void hear(Connection current, int millis) throws SQLException {
        if (!heard || !current.isWrapperFor(PGConnection.class)) {
            return;
        }
        PGConnection driver = current.unwrap(PGConnection.class);
        PGNotification[] news = millis > 0 ? driver.getNotifications(millis) : driver.getNotifications();
        if (news != null) {
            for (PGNotification notification : news) {
                bulletin.read(notification.getParameter());
            }
        }
    }

    private void drop(SQLException why) {
        Connection gone = connection;
        if (gone != null) {
            connection = null;
            LOG.info("the control session of {} is over: {}", store.shown(), why.getMessage());
            PostgresStore.cut(gone);
        }
    }

    @Override
    public void readable() {
        listenFor(1);
    }

    @Override
    public void answered() {
        if (connection != null) {
            listenFor(0);
        }
    }

    @Override
    public void tick() {
        if (listening) {
            listenFor(0);
            bulletin.tick();
        }
    }

    private void listenFor(int millis) {
        try {
            Connection current = connection;
            if (current != null) {
                hear(current, millis);
            } else if (listening) {
                open();
            }
        } catch (SQLException failed) {
            if (connection != null) {
                drop(failed);
            }
        } catch (RuntimeException refused) {
            LOG.debug("{} was refused", store.shown(), refused);
        }
    }

    @Override
    public void leave() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            PostgresStore.close(current);
        }
    }

    @Override
    public void close() {
        lane.close();
    }
}
