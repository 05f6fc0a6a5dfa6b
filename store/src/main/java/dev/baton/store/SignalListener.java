package dev.baton.store;

import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Listens for the signals of other processes on its own connection: once a second it reads how many there were. Meanwhile
 * it waits for the lock of one of the watched sessions, whose end or next signal is noticed at once. Reconnects after every
 * failure.
 */
final class SignalListener implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(1);

    /** For a session that is about to take its lock. */
    private static final Duration BRIEFLY = Duration.ofMillis(20);

    /** For the owner to find out, after a signal, which sessions to watch next. */
    private static final Duration AFTER_SIGNAL = Duration.ofMillis(100);

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final InnodbDatabase database;
    private final Runnable listener;
    private final WatchedSessions sessions;
    private final Thread thread = NamedThreads.daemon("baton-store-listen", this::run);
    private volatile boolean open = true;
    private volatile @Nullable Connection current;
    private int turn;

    SignalListener(InnodbDatabase database, Runnable listener, WatchedSessions sessions) {
        this.database = database;
        this.listener = listener;
        this.sessions = sessions;
    }

    SignalListener start() {
        thread.start();
        return this;
    }

    private void run() {
        LastingLoop.run("the listener", this::listenOnce);
    }

    /** Listens until the connection is lost. Returns false when the listener is closed. */
    private boolean listenOnce() throws InterruptedException {
        if (open) {
            try (Connection connection = database.connectToWait(WAIT)) {
                current = connection;
                database.prepareReads(connection);
                listen(connection);
            } catch (SQLException | RuntimeException lost) {
                SessionPool.LOG.debug("cannot listen on {}; retrying", database.shown(), lost);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        return open;
    }

    private void listen(Connection connection) throws SQLException, InterruptedException {
        long seen = InnodbDatabase.changes(connection);
        FileChangeListener.callSafely(listener, database.shown());
        Duration pause = BRIEFLY;
        while (open) {
            Set<String> watched = sessions.names();
            SessionLock.Ending ending = awaitOne(connection, List.copyOf(watched), seen);
            long changes = InnodbDatabase.changes(connection);
            boolean signalled = ending == SessionLock.Ending.ENDED || changes != seen;
            if (signalled) {
                seen = changes;
                FileChangeListener.callSafely(listener, database.shown());
                sessions.awaitChange(watched, AFTER_SIGNAL);
            } else if (ending == SessionLock.Ending.NOT_HELD && open) {
                sessions.awaitChange(watched, watched.isEmpty() ? WAIT : pause);
            }
            pause = !signalled && watched.equals(sessions.names()) ? longer(pause) : BRIEFLY;
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(WAIT) < 0 ? twice : WAIT;
    }

    /** Waits for the lock of a watched session. With several of them, each has its turn. */
    private SessionLock.Ending awaitOne(Connection connection, List<String> watched, long seen) throws SQLException {
        return watched.isEmpty()
                ? SessionLock.Ending.NOT_HELD
                : SessionLock.of(watched.get(Math.floorMod(turn++, watched.size())))
                        .awaitEnd(connection, seen, WAIT);
    }

    @Override
    public void close() throws SQLException {
        open = false;
        sessions.wake();
        LockSupport.unpark(thread);
        Connection connection = current;
        if (connection != null) {
            connection.abort(Runnable::run);
        }
    }
}
