package dev.baton.postgres;

import dev.baton.postgres.session.SelectableSocket;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.Selector;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread with a session of its own. It runs requests one by one and watches the session's socket in between. Thread and
 * session start with the first request; a lost session is opened again with the next one.
 *
 * @param <S> the session
 */
abstract class SessionThread<S> implements AutoCloseable {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final PostgresStore store;
    private final String use;
    private final SessionSettings settings;
    private final long tickNanos;
    private final Deque<Task<?>> tasks = new ArrayDeque<>();
    private final Selector selector;
    private final Thread thread;
    private volatile @Nullable S session;
    private boolean started;
    private boolean closing;
    private long nextTick;

    /** A request that runs on the session. */
    interface Request<S, T> {
        T run(S session) throws SQLException;
    }

    private record Task<T>(Callable<T> work, CompletableFuture<T> result) {
        void run() {
            try {
                result.complete(work.call());
            } catch (Throwable failed) {
                result.completeExceptionally(failed);
            }
        }

        void refuse() {
            result.completeExceptionally(new IOException("the connection is closed"));
        }
    }

    SessionThread(PostgresStore store, String use, SessionSettings settings, Duration tick) {
        this.store = store;
        this.use = use;
        this.settings = settings;
        this.tickNanos = tick.toNanos();
        try {
            this.selector = Selector.open();
        } catch (IOException noSelector) {
            throw new UncheckedIOException(noSelector);
        }
        this.thread = NamedThreads.daemon("baton-postgres-" + use, this::run);
    }

    /** Checks and prepares a new connection. */
    abstract S prepare(Connection connection) throws SQLException;

    abstract Connection connectionOf(S current);

    /** Called after a session has failed. */
    abstract void onLost(S lost, SQLException cause);

    /** Called before the session is closed. */
    void onClose(S current) {}

    /** Called when the server sent a message on its own, or ended the session. */
    abstract void onReadable();

    /** Called after each request; notifications may have arrived with its response. */
    void onResponse() {}

    /** Called when the tick interval has passed. */
    abstract void onTick();

    final PostgresStore store() {
        return store;
    }

    /** Returns the present session. Does not open one. */
    final @Nullable S session() {
        return session;
    }

    /** Runs the request after all queued ones. If the session fails, the request may or may not have been applied. */
    final <T> CompletableFuture<T> submit(Request<S, T> request) {
        return add(() -> run(opened(), request), false);
    }

    /** Runs the request before all queued ones. Returns an empty result if there is no session. */
    final <T> CompletableFuture<Optional<T>> submitFirst(Request<S, T> request) {
        Callable<Optional<T>> work = () -> {
            S current = session;
            return current == null ? Optional.empty() : Optional.of(run(current, request));
        };
        return add(work, true);
    }

    /** Runs an idempotent request, again on a new session if the current one turns out to be dead. */
    final <T> CompletableFuture<T> submitRetrying(Request<S, T> request) {
        Callable<T> work = () -> {
            boolean fresh = session == null;
            try {
                return run(opened(), request);
            } catch (SQLException failed) {
                if (fresh || !SqlErrors.endsSession(failed)) {
                    throw failed;
                }
                return run(opened(), request);
            }
        };
        return add(work, false);
    }

    /** Completes when all requests queued so far are done. */
    final CompletableFuture<?> drained() {
        return add(() -> true, false);
    }

    private <T> CompletableFuture<T> add(Callable<T> work, boolean first) {
        Task<T> task = new Task<>(work, new CompletableFuture<>());
        synchronized (tasks) {
            if (closing) {
                task.refuse();
                return task.result();
            }
            if (first) {
                tasks.addFirst(task);
            } else {
                tasks.addLast(task);
            }
            if (!started) {
                started = true;
                nextTick = System.nanoTime() + tickNanos;
                thread.start();
            }
        }
        selector.wakeup();
        return task.result();
    }

    /** Returns the session, a new one if there is none. */
    S opened() throws SQLException {
        S current = session;
        if (current != null) {
            return current;
        }
        Connection connection = store.connect(use, settings);
        try {
            watch(connection);
            current = prepare(connection);
            session = current;
            return current;
        } catch (SQLException | RuntimeException | Error failed) {
            SessionEnd.abort(connection);
            throw failed;
        }
    }

    /** Watches the connection's socket, if it can be watched. Otherwise the thread polls. */
    private void watch(Connection connection) throws SQLException {
        Optional<SelectableSocket> socket = DriverConnections.socketOf(connection);
        try {
            if (socket.isPresent()) {
                socket.get().register(selector);
            }
        } catch (IOException failed) {
            throw new SQLException("cannot watch the connection's socket", "08000", failed);
        }
    }

    private <T> T run(S current, Request<S, T> request) throws SQLException {
        try {
            return request.run(current);
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                drop(failed);
            }
            throw failed;
        } catch (Error broken) {
            // A request that an error ended may have left half of a message on the connection.
            drop(new SQLException("a request ended by an error", "08000", broken));
            throw broken;
        }
    }

    /** Ends a session that has failed. */
    final void drop(SQLException cause) {
        S lost = session;
        if (lost != null) {
            session = null;
            SessionEnd.abort(connectionOf(lost));
            onLost(lost, cause);
        }
    }

    private void run() {
        try {
            LastingLoop.run(thread.getName(), this::round);
        } finally {
            call(this::closeSession);
            finish();
        }
    }

    /** Runs a request, or waits for one. Returns false when the thread may end. */
    private boolean round() throws IOException {
        synchronized (tasks) {
            if (closing && tasks.isEmpty()) {
                return false;
            }
        }
        step();
        return true;
    }

    private void step() throws IOException {
        Task<?> task;
        synchronized (tasks) {
            task = tasks.pollFirst();
        }
        if (task != null) {
            task.run();
            call(this::onResponse);
        }
        long remaining = nextTick - System.nanoTime();
        if (remaining <= 0) {
            nextTick = System.nanoTime() + tickNanos;
            call(this::onTick);
        } else if (task == null && isReadableWithin(remaining)) {
            call(this::onReadable);
        }
    }

    private boolean isReadableWithin(long nanos) throws IOException {
        try {
            int ready = selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
            selector.selectedKeys().clear();
            return ready > 0;
        } catch (CancelledKeyException closed) {
            return true;
        }
    }

    private void call(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable failed) {
            LOG.error("{} failed between two requests", thread.getName(), failed);
        }
    }

    private void closeSession() {
        S current = session;
        session = null;
        if (current != null) {
            onClose(current);
            SessionEnd.close(connectionOf(current));
        }
    }

    private void finish() {
        synchronized (tasks) {
            closing = true;
            tasks.forEach(Task::refuse);
            tasks.clear();
        }
        try {
            selector.close();
        } catch (IOException failed) {
            LOG.debug("{} could not close its selector", thread.getName(), failed);
        }
    }

    /** Refuses new requests, and waits a short time for the queued ones. */
    @Override
    public void close() {
        boolean running;
        synchronized (tasks) {
            closing = true;
            running = started;
        }
        if (!running) {
            finish();
            return;
        }
        selector.wakeup();
        if (Thread.currentThread() != thread) {
            try {
                thread.join(CLOSE_TIMEOUT.toMillis());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
