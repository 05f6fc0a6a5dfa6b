package dev.baton.reconcile;

import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.LeadershipLostException;
import dev.baton.support.thread.NamedThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps records in line with what a driver reports, on one replica of many.
 *
 * <p>Every replica watches and keeps its index up to date; the leader sweeps and writes. When its leadership ends it stops at
 * the next key, and the store refuses a write in progress if a later leader has taken over. Thread-safe.
 *
 * <pre>{@code
 * Reconciler<Spec, Status> reconciler =
 *         Reconciler.gatedBy(baton.candidate("sandboxes"), resources, driver, ReconcileSettings.defaults());
 * reconciler.start();
 * }</pre>
 *
 * @param <S> the desired state of a resource
 * @param <T> the driver's description of the actual state
 */
public final class Reconciler<S, T> implements AutoCloseable {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long JOIN_MILLIS = 10_000;

    /** A second safeguard behind the leadership: one process never reconciles the same records twice at once. */
    private static final Map<String, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

    private final Resources<S, T> resources;
    private final ResourceDriver<T> driver;
    private final Optional<Candidate> candidate;
    private final ReconcileSettings settings;
    private final BatonClock clock;
    private final ResourceIndex<T> index = new ResourceIndex<>();
    private final Object monitor = new Object();
    private volatile @Nullable Reconciliation<S, T> current;
    private volatile boolean closed;

    /** In the order in which they end. */
    private final List<Thread> threads = new ArrayList<>();

    private Reconciler(
            Resources<S, T> resources,
            ResourceDriver<T> driver,
            Optional<Candidate> candidate,
            ReconcileSettings settings,
            BatonClock clock) {
        this.resources = resources;
        this.driver = driver;
        this.candidate = candidate;
        this.settings = settings;
        this.clock = clock;
    }

    /** Returns one of several replicas. It reconciles while the candidate leads, and starts and closes the candidate. */
    public static <S, T> Reconciler<S, T> gatedBy(
            Candidate candidate, Resources<S, T> resources, ResourceDriver<T> driver, ReconcileSettings settings) {
        return new Reconciler<>(resources, driver, Optional.of(candidate), settings, BatonClock.system());
    }

    /** Returns a single replica without election or lease. It reconciles while it runs. */
    public static <S, T> Reconciler<S, T> alone(
            Resources<S, T> resources, ResourceDriver<T> driver, ReconcileSettings settings) {
        return new Reconciler<>(resources, driver, Optional.empty(), settings, BatonClock.system());
    }

    /** Returns this reconciler on another clock, for tests. Call it before {@link #start}. */
    public Reconciler<S, T> on(BatonClock other) {
        return new Reconciler<>(resources, driver, candidate, settings, other);
    }

    /** Starts watching, and starts the candidate if there is one. Callable once. */
    public synchronized void start() {
        if (!threads.isEmpty() || closed) {
            throw new IllegalStateException("the reconciler of " + resources.type() + " has already been started");
        }
        threads.add(daemon("watch", new WatchLoop()));
        if (candidate.isPresent()) {
            candidate.get().whileLeading(leadership -> reconcile(WritePermission.of(leadership)));
            candidate.get().start();
        } else {
            threads.add(0, daemon("reconcile", this::reconcileStandalone));
        }
    }

    /** Returns the state of all resources as the watch reported it. Available on every replica. */
    public Map<String, ResourceSighting<T>> index() {
        return index.all();
    }

    /** Returns whether the watch is open and has reported everything. */
    public boolean isWarm() {
        return index.isWarm();
    }

    /** Returns whether this replica is the one that writes. */
    public boolean isReconciling() {
        return current != null;
    }

    /** Returns the resources without a record at the last sweep of this replica. */
    public Set<String> strangers() {
        Reconciliation<S, T> now = current;
        return now == null ? Set.of() : now.strangers();
    }

    /** Requests a check of one resource, for example because its session has arrived. Does nothing on a standby. */
    public void look(String id) {
        withCurrent(now -> now.enqueue(id));
    }

    /** Stops writing, releases, and then stops watching. Idempotent. */
    @Override
    public void close() {
        closed = true;
        wake();
        List<Thread> ending;
        synchronized (this) {
            ending = List.copyOf(threads);
        }
        try {
            candidate.ifPresent(Candidate::close);
        } finally {
            ending.forEach(Reconciler::end);
        }
    }

    private void reconcileStandalone() {
        try {
            while (!closed) {
                try {
                    reconcile(WritePermission.alone());
                } catch (RuntimeException failed) {
                    LOG.error("reconciler of {} failed; starting again", resources.type(), failed);
                    TimeUnit.NANOSECONDS.sleep(settings.retryBase().toNanos());
                }
            }
        } catch (InterruptedException over) {
            // The reconciler was closed.
        }
    }

    private void reconcile(WritePermission permission) throws InterruptedException {
        String what = resources.store().describe() + " " + resources.type();
        ReentrantLock mutex = IN_THIS_PROCESS.computeIfAbsent(what, key -> new ReentrantLock());
        mutex.lockInterruptibly();
        try {
            int failures = 0;
            while (permission.isValid() && !closed) {
                try {
                    work(new Reconciliation<>(resources, driver, index, settings, clock, permission));
                } catch (LeadershipLostException over) {
                    LOG.info("{}", over.getMessage());
                    return;
                } catch (RuntimeException failed) {
                    LOG.warn("reconciler of {} failed; starting again: {}", resources.type(), failed.toString());
                    TimeUnit.NANOSECONDS.sleep(settings.backoff(++failures).toNanos());
                }
            }
        } finally {
            current = null;
            mutex.unlock();
        }
    }

    private void work(Reconciliation<S, T> now) throws InterruptedException {
        current = now;
        while (!closed && (now.step() || await(now))) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Waits for an event or the next due step. Returns false if the tenure has ended. */
    private boolean await(Reconciliation<S, T> now) throws InterruptedException {
        if (!now.isPermitted()) {
            return false;
        }
        long wait = Math.min(LONGEST_WAIT, now.untilNext().toNanos());
        synchronized (monitor) {
            if (wait > 0 && !closed) {
                TimeUnit.NANOSECONDS.timedWait(monitor, Math.max(wait, 1_000_000));
            }
        }
        return true;
    }

    private void withCurrent(Consumer<Reconciliation<S, T>> what) {
        Reconciliation<S, T> now = current;
        if (now != null) {
            what.accept(now);
            wake();
        }
    }

    private void wake() {
        synchronized (monitor) {
            monitor.notifyAll();
        }
    }

    private Thread daemon(String part, Runnable body) {
        return NamedThreads.start("baton-" + part + "-" + resources.type(), body);
    }

    private static void end(Thread thread) {
        thread.interrupt();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException kept) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Keeps a watch open: one that ends is opened again after a doubling backoff. On the leader its events are queued; on a
     * standby only the index changes.
     */
    private final class WatchLoop implements Runnable, ResourceDriver.Stream<T> {
        private int failures;

        /** Runs until the reconciler is closed. A driver may have cleared the flag of the interrupt that ended its watch. */
        @Override
        public void run() {
            try {
                watchOnce();
                while (!closed) {
                    TimeUnit.NANOSECONDS.sleep(settings.backoff(failures).toNanos());
                    watchOnce();
                }
            } catch (InterruptedException ended) {
                // The reconciler was closed.
            }
        }

        private void watchOnce() throws InterruptedException {
            String why = "the watch ended";
            try {
                index.begin();
                driver.watch(this);
            } catch (InterruptedException ended) {
                throw ended;
            } catch (Exception broken) {
                why = broken.toString();
            }
            long wait = settings.backoff(++failures).toMillis();
            if (!closed) {
                LOG.warn("watch of {} failed; reopening it in {} ms: {}", resources.type(), wait, why);
            }
        }

        @Override
        public void seen(String id, ResourceSighting<T> sighting) {
            if (index.seen(id, sighting)) {
                look(id);
            }
        }

        @Override
        public void gone(String id) {
            index.gone(id);
            withCurrent(now -> now.enqueueGone(id));
        }

        /** A watch that reported everything has worked, so that the next failure counts as the first. */
        @Override
        public void complete() {
            failures = 0;
            index.complete();
            wake();
        }

        @Override
        public void platform(String what) {
            withCurrent(Reconciliation::sweepSoon);
        }
    }
}
