package dev.baton.reconcile;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a driver and of the session check, each on a thread of its own and limited in time. A call that does not end
 * after its limit is interrupted and left behind; until it ends, no second one for the same resource begins.
 */
final class DriverCalls<T> implements AutoCloseable {
    private static final int MAX_HANGING = 64;
    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(1);

    private final ResourceDriver<T> driver;
    private final ReconcileSettings settings;
    private final ExecutorService threads;
    private final Map<String, Call<?>> running = new ConcurrentHashMap<>();

    DriverCalls(ResourceDriver<T> driver, ReconcileSettings settings) {
        this(driver, settings, NamedThreads.unbounded("baton-driver"));
    }

    /** @param threads run every call at once */
    DriverCalls(ResourceDriver<T> driver, ReconcileSettings settings, ExecutorService threads) {
        this.driver = driver;
        this.settings = settings;
        this.threads = threads;
    }

    /** All lists have one name: while one of them hangs, no other begins. */
    ResourceChanges<T> changes(Optional<String> checkpoint) throws Exception {
        return call("list()", () -> driver.changes(checkpoint), settings.listTimeout(), true);
    }

    /**
     * Asks the driver for one resource.
     *
     * @param patient whether this waits for the whole limit; also for a call that an impatient caller has begun
     * @throws SlowCallException if it is impatient and the call takes longer than its patience: the call goes on
     */
    Optional<ResourceSighting<T>> get(String id, boolean patient) throws Exception {
        return call(getOf(id), () -> driver.get(id), settings.callTimeout(), patient);
    }

    /** Returns whether a resource has the session that it needs; as {@link #get}. */
    boolean session(String id, boolean patient) throws Exception {
        if (!settings.needsSessions()) {
            return true;
        }
        return call(sessionOf(id), () -> settings.session().test(id), settings.callTimeout(), patient);
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

    /** Leaves those calls for a resource behind for which nobody waits any more. */
    void abandon(String id) {
        for (String name : List.of(getOf(id), sessionOf(id))) {
            Call<?> call = running.get(name);
            if (call != null && call.handedOver) {
                call.leave();
            }
        }
    }

    private static String getOf(String id) {
        return "get(" + id + ")";
    }

    private static String sessionOf(String id) {
        return "session(" + id + ")";
    }

    private <R> R call(String name, Callable<R> body, Duration limit, boolean patient) throws Exception {
        Call<R> call = begin(name, body, patient);
        Duration wait = call.rest(limit);
        if (!patient) {
            Duration patience = limit.dividedBy(10);
            wait = patience.compareTo(LONGEST_PATIENCE) < 0 ? patience : LONGEST_PATIENCE;
        }
        try {
            return call.answer.get(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException expired) {
            if (!patient) {
                call.handedOver = true;
                throw new SlowCallException(name);
            }
            call.leave();
            throw new TimeoutException(name + " took longer than " + limit.toMillis() + " ms");
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

    private <R> Call<R> begin(String name, Callable<R> body, boolean patient) throws TimeoutException {
        Call<?> before = running.get(name);
        if (before != null && patient && before.isHandedOver()) {
            return sameName(before);
        }
        Set<String> late = hanging();
        if (late.size() >= MAX_HANGING) {
            throw new TimeoutException(
                    late.size() + " calls of the driver or the session check have not ended, such as "
                            + late.iterator().next() + "; no others begin");
        }
        Call<R> call = new Call<>(name, body);
        if (running.putIfAbsent(name, call) != null) {
            throw new TimeoutException("an earlier call of " + name + " has not ended yet");
        }
        try {
            threads.execute(call.answer);
        } catch (RuntimeException | Error notBegun) {
            // The threads were shut down, or there is no thread left for it.
            running.remove(name, call);
            throw notBegun;
        }
        return call;
    }

    /** Calls with one name have answers of one type. */
    @SuppressWarnings("unchecked")
    private <R> Call<R> sameName(Call<?> earlier) {
        return (Call<R>) earlier;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** One call; it stays in the map until it has really ended. */
    private final class Call<R> implements Callable<R> {
        private final String name;
        private final Callable<R> body;
        private final FutureTask<R> answer = new FutureTask<>(this);
        private final long begunNanos = System.nanoTime();
        private @Nullable Thread thread;
        private volatile boolean left;
        /** Who has begun it waits no longer, and another one will. */
        private volatile boolean handedOver;

        Call(String name, Callable<R> body) {
            this.name = name;
            this.body = body;
        }

        boolean isHandedOver() {
            return handedOver && !left;
        }

        /** Returns what is left of its limit. */
        Duration rest(Duration limit) {
            Duration rest = limit.minusNanos(System.nanoTime() - begunNanos);
            return rest.isNegative() ? Duration.ZERO : rest;
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
