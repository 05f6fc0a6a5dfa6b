package dev.baton.postgres.session;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that runs requests one by one and watches its session's socket in between. Starts with the first request. */
public final class SessionThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final Deque<Task<?>> tasks = new ArrayDeque<>();
    private final Callbacks callbacks;
    private final long tickNanos;
    private final Selector selector;
    private final Thread thread;
    private boolean started;
    private boolean closing;
    private long nextTick;

    /** Called on the thread between requests. */
    public interface Callbacks {

        /** The server sent a message on its own, or ended the session. */
        void onReadable();

        /** A request is complete; notifications may have arrived with its response. */
        void onResponse();

        /** The tick interval has passed. */
        void onTick();

        /** The thread ends; this is the last call. */
        void onClose();
    }

    private record Task<T>(Callable<T> work, CompletableFuture<T> result) {
        void run() {
            try {
                result.complete(work.call());
            } catch (Exception | LinkageError failed) {
                result.completeExceptionally(failed);
            }
        }

        void refuse() {
            result.completeExceptionally(new IOException("the connection is closed"));
        }
    }

    public SessionThread(String name, Duration tick, Callbacks callbacks) {
        this.callbacks = callbacks;
        this.tickNanos = tick.toNanos();
        try {
            this.selector = Selector.open();
        } catch (IOException noSelector) {
            throw new UncheckedIOException(noSelector);
        }
        this.thread = NamedThreads.daemon(name, this::run);
    }

    /** Runs the work after all queued requests. */
    public <T> CompletableFuture<T> submit(Callable<T> work) {
        return add(new Task<>(work, new CompletableFuture<>()), false);
    }

    /** Runs the work before all queued requests. */
    public <T> CompletableFuture<T> submitFirst(Callable<T> work) {
        return add(new Task<>(work, new CompletableFuture<>()), true);
    }

    /** Watches a socket until it is closed. Call this on the thread itself. */
    public void watch(SelectableSocket socket) throws IOException {
        socket.register(selector);
    }

    private <T> CompletableFuture<T> add(Task<T> task, boolean first) {
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

    private void run() {
        try {
            while (!isClosing() || hasTasks()) {
                step();
            }
        } catch (IOException | ClosedSelectorException broken) {
            LOG.error("{} stopped", thread.getName(), broken);
        } finally {
            call(callbacks::onClose);
            finish();
        }
    }

    private void step() throws IOException {
        Task<?> task = next();
        if (task != null) {
            task.run();
            call(callbacks::onResponse);
        }
        long remaining = nextTick - System.nanoTime();
        if (remaining <= 0) {
            nextTick = System.nanoTime() + tickNanos;
            call(callbacks::onTick);
        } else if (task == null && !isClosing() && isReadableWithin(remaining)) {
            call(callbacks::onReadable);
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

    private @Nullable Task<?> next() {
        synchronized (tasks) {
            return tasks.pollFirst();
        }
    }

    private boolean hasTasks() {
        synchronized (tasks) {
            return !tasks.isEmpty();
        }
    }

    private boolean isClosing() {
        synchronized (tasks) {
            return closing;
        }
    }

    private void call(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException failed) {
            LOG.error("{} failed between two requests", thread.getName(), failed);
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
