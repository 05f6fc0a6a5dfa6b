package dev.baton.reconcile;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a driver, each on a thread of its own and limited in time. A call that does not end after its limit is
 * interrupted and left behind; until it ends, no second one for the same resource begins.
 */
final class DriverCalls<T> implements AutoCloseable {
    private static final int MAX_HANGING = 64;

    private final ResourceDriver<T> driver;
    private final ReconcileSettings settings;
    private final ExecutorService threads = NamedThreads.unbounded("baton-driver");
    private final Map<String, Call<?>> running = new ConcurrentHashMap<>();

    DriverCalls(ResourceDriver<T> driver, ReconcileSettings settings) {
        this.driver = driver;
        this.settings = settings;
    }

    /** All lists have one name: while one of them hangs, no other begins. */
    ResourceChanges<T> changes(Optional<String> checkpoint) throws Exception {
        return call("list()", () -> driver.changes(checkpoint), settings.listTimeout());
    }

    Optional<ResourceSighting<T>> get(String id) throws Exception {
        return call("get(" + id + ")", () -> driver.get(id), settings.callTimeout());
    }

    /** Returns the calls that have not ended although their time is over. */
    Set<String> hanging() {
        Set<String> late = new TreeSet<>();
        running.forEach((name, call) -> {
            if (call.left) {
                late.add(name);
            }
        });
        return late;
    }

    private <R> R call(String name, Callable<R> body, Duration limit) throws Exception {
        Set<String> late = hanging();
        if (late.size() >= MAX_HANGING) {
            throw new TimeoutException(late.size() + " calls of the driver have not ended, such as "
                    + late.iterator().next() + "; no others begin");
        }
        Call<R> call = new Call<>(name, body);
        if (running.putIfAbsent(name, call) != null) {
            throw new TimeoutException("an earlier call of " + name + " has not ended yet");
        }
        Future<R> answer;
        try {
            answer = threads.submit(call);
        } catch (RuntimeException closed) {
            running.remove(name, call);
            throw closed;
        }
        try {
            return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException expired) {
            call.leave();
            throw new TimeoutException(name + " of the driver took longer than " + limit.toMillis() + " ms");
        } catch (InterruptedException over) {
            call.leave();
            throw over;
        } catch (ExecutionException failed) {
            // An interrupt of the call is no interrupt of the caller.
            throw failed.getCause() instanceof Exception cause && !(cause instanceof InterruptedException)
                    ? cause
                    : failed;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** One call; it stays in the map until it has really ended. */
    private final class Call<R> implements Callable<R> {
        private final String name;
        private final Callable<R> body;
        private @Nullable Thread thread;
        private volatile boolean left;

        Call(String name, Callable<R> body) {
            this.name = name;
            this.body = body;
        }

        @Override
        public R call() throws Exception {
            try {
                begin();
                return body.call();
            } finally {
                end();
            }
        }

        private synchronized void begin() throws TimeoutException {
            if (left) {
                throw new TimeoutException(name + " began too late");
            }
            thread = Thread.currentThread();
        }

        private synchronized void end() {
            thread = null;
            running.remove(name, this);
        }

        synchronized void leave() {
            left = true;
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
