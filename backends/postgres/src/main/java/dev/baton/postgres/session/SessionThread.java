package dev.baton.postgres.session;

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

/**
 * One thread that does one thing after the other, and between them watches its session's socket. The
 * thread starts with the first task.
 */
public final class SessionThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Deque<Task> tasks = new ArrayDeque<>();
    private final Attendant attendant;
    private final long tickNanos;
    private final Selector selector;
    private final Thread thread;
    private boolean started;
    private boolean closing;
    private long nextTick;

    /** What a lane does when nobody asks for anything; called on its thread. */
    public interface Attendant {

        /** Something arrived that nobody asked for, or the session's end did. */
        void readable();

        /** A request was answered, and something else may have come with the answer. */
        void answered();

        /** Some time has passed. */
        void tick();

        /** The last call: the lane is closing. */
        void leave();
    }

    private interface Task extends Runnable {
        void refuse(Throwable cause);
    }

    public SessionThread(String name, Duration tick, Attendant attendant) {
        this.attendant = attendant;
        this.tickNanos = tick.toNanos();
        try {
            this.selector = Selector.open();
        } catch (IOException noSelector) {
            throw new UncheckedIOException(noSelector);
        }
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Done after everything that was asked for before. */
    public <T> CompletableFuture<T> last(Callable<T> work) {
        return add(work, false);
    }

    /** Done before everything that still waits. */
    public <T> CompletableFuture<T> first(Callable<T> work) {
        return add(work, true);
    }

    /** Watches this socket until it is closed. Only on the lane's thread. */
    public void watch(SelectableSocket socket) throws IOException {
        socket.watchWith(selector);
    }

    /** Whether the caller is on the lane's thread. */
    public boolean isHere() {
        return Thread.currentThread() == thread;
    }

    private <T> CompletableFuture<T> add(Callable<T> work, boolean first) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Task task = new Task() {
            @Override
            public void run() {
                try {
                    answer.complete(work.call());
                } catch (Exception | LinkageError failed) {
                    answer.completeExceptionally(failed);
                }
            }

            @Override
            public void refuse(Throwable cause) {
                answer.completeExceptionally(cause);
            }
        };
        synchronized (tasks) {
            if (closing) {
                task.refuse(new IOException("the connection is closed"));
                return answer;
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
        return answer;
    }

    private void run() {
        try {
            while (!isClosing() || hasTasks()) {
                step();
            }
        } catch (IOException | ClosedSelectorException broken) {
            LOG.error("{} cannot go on", thread.getName(), broken);
        } finally {
            guarded(attendant::leave);
            finish();
        }
    }

    private void step() throws IOException {
        Task task = next();
        if (task != null) {
            task.run();
            guarded(attendant::answered);
        }
        long left = nextTick - System.nanoTime();
        if (left <= 0) {
            nextTick = System.nanoTime() + tickNanos;
            guarded(attendant::tick);
        } else if (task == null && !isClosing() && isReadableWithin(left)) {
            guarded(attendant::readable);
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

    private @Nullable Task next() {
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

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failed) {
            LOG.error("{} failed between two requests", thread.getName(), failed);
        }
    }

    private void finish() {
        synchronized (tasks) {
            closing = true;
            tasks.forEach(task -> task.refuse(new IOException("the connection is closed")));
            tasks.clear();
        }
        try {
            selector.close();
        } catch (IOException gone) {
            LOG.debug("{} could not close its selector", thread.getName(), gone);
        }
    }

    /** Takes no more; what was asked for is done, for a short while. */
    @Override
    public void close() {
        boolean wait;
        synchronized (tasks) {
            closing = true;
            wait = started;
        }
        if (!wait) {
            finish();
            return;
        }
        selector.wakeup();
        if (!isHere()) {
            try {
                thread.join(2_000);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
