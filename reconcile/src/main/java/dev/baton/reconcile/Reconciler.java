package dev.baton.reconcile;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.ConnectionException;
import dev.baton.LeadershipLostException;
import dev.baton.reconcile.ReconcileProgress.Part;
import dev.baton.store.StoreException;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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

    private final ResourceDriver<T> driver;
    private final Optional<Candidate> candidate;
    private final ReconcileContext<S, T> context;
    private final ResourceWatch<T> watch;
    private final ReportedEnds ends;
    private final Object monitor = new Object();
    private volatile @Nullable Reconciliation<S, T> current;
    private volatile boolean started;
    private volatile boolean closed;

    /** In the order in which they end. */
    private final List<Thread> threads = new ArrayList<>();

    private Reconciler(ResourceDriver<T> driver, Optional<Candidate> candidate, ReconcileContext<S, T> context) {
        this.driver = driver;
        this.candidate = candidate;
        this.context = context;
        this.ends = new ReportedEnds(context.settings().orphanGrace());
        this.watch = new ResourceWatch<>(driver, context, new QueuedEvents());
    }

    private static <S, T> Reconciler<S, T> of(
            Resources<S, T> resources,
            ResourceDriver<T> driver,
            Optional<Candidate> candidate,
            ReconcileSettings settings) {
        return new Reconciler<>(
                driver,
                candidate,
                new ReconcileContext<>(
                        resources,
                        new DriverCalls<>(driver, settings),
                        new ResourceIndex<>(),
                        settings,
                        BatonClock.system(),
                        new ReconcileProgress(),
                        ReconcileContext::randomPart));
    }

    /**
     * Returns one of several replicas. It reconciles while the candidate leads, and starts and closes the candidate. With the
     * candidate's default {@link dev.baton.WorkFailurePolicy}, a leader that cannot reconcile steps down.
     */
    public static <S, T> Reconciler<S, T> gatedBy(
            Candidate candidate, Resources<S, T> resources, ResourceDriver<T> driver, ReconcileSettings settings) {
        return of(resources, driver, Optional.of(candidate), settings);
    }

    /** Returns a single replica without election or lease. It reconciles while it runs. */
    public static <S, T> Reconciler<S, T> alone(
            Resources<S, T> resources, ResourceDriver<T> driver, ReconcileSettings settings) {
        return of(resources, driver, Optional.empty(), settings);
    }

    /** Returns this reconciler on another clock, for tests. Call it before {@link #start}. */
    public Reconciler<S, T> on(BatonClock other) {
        return new Reconciler<>(driver, candidate, context.on(other));
    }

    /** Starts watching, and starts the candidate if there is one. Callable once. */
    public synchronized void start() {
        if (started || closed) {
            throw new IllegalStateException("the reconciler of " + type() + " has already been started");
        }
        started = true;
        threads.add(daemon("watch", watch));
        if (candidate.isPresent()) {
            candidate.get().whileLeading(leadership -> reconcile(WritePermission.of(leadership)));
            candidate.get().start();
        } else {
            threads.add(
                    0,
                    daemon(
                            "reconcile",
                            () -> LastingLoop.run("the reconciler of " + type(), this::reconcileStandalone)));
        }
    }

    /** Returns the state of all resources as the watch reported it. Available on every replica. */
    public Map<String, ResourceSighting<T>> index() {
        return context.index().all();
    }

    /** Returns whether the watch is open now and has reported everything. */
    public boolean isWarm() {
        return context.index().isWarm();
    }

    /** Returns whether this replica is the one that writes, and nothing that it needs for that is failing. */
    public boolean isReconciling() {
        Reconciliation<S, T> now = current;
        return now != null && now.isPermitted() && context.progress().failing().isEmpty();
    }

    /** Returns what this replica does now, and why. */
    public ReconcilerHealth health() {
        if (!started || closed) {
            return new ReconcilerHealth(ReconcilerHealth.State.STOPPED, closed ? "closed" : "not started");
        }
        HealthReport report = new HealthReport(context, watch);
        boolean leads = candidate.isEmpty() || candidate.get().isLeader();
        return leads ? report.leader(current != null) : report.standby();
    }

    /** Returns numbers for metrics. */
    public ReconcilerStatistics statistics() {
        Reconciliation<S, T> now = current;
        ReconcileProgress progress = context.progress();
        return new ReconcilerStatistics(
                progress.sweeps(),
                progress.lastSweep(),
                progress.sinceSuccess(context.clock().nanos()),
                now == null ? 0 : now.queued(),
                progress.failures(),
                now == null ? Map.of() : now.failing(),
                context.driver().hanging(),
                isWarm(),
                watch.failures(),
                context.index().silentFor(context.clock().nanos()),
                now == null ? Map.of() : now.leftAlone());
    }

    /**
     * Returns what the last sweep of this replica could not match: resources without a readable record, and records that are
     * {@linkplain ReconcilerStatistics#leftAlone left alone}.
     */
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
        watch.close();
        wake();
        List<Thread> ending;
        synchronized (this) {
            ending = List.copyOf(threads);
        }
        try {
            candidate.ifPresent(Candidate::close);
        } finally {
            ending.forEach(Reconciler::end);
            context.driver().close();
        }
    }

    private boolean reconcileStandalone() throws InterruptedException {
        try {
            reconcile(WritePermission.alone());
        } catch (RuntimeException | Error failed) {
            context.progress()
                    .failed(Part.WORK, failed.toString(), context.clock().nanos());
            throw failed;
        }
        return !closed;
    }

    private void reconcile(WritePermission permission) throws InterruptedException {
        ReconcileMutex mutex = ReconcileMutex.of(context.resources());
        context.progress().begin(context.clock().nanos());
        while (!mutex.tryEnter(LONGEST_WAIT)) {
            if (closed || !permission.isValid()) {
                return;
            }
            context.progress()
                    .blocked(Part.PROCESS, mutex.toString(), context.clock().nanos());
            requireProgress();
        }
        try {
            context.progress().begin(context.clock().nanos());
            int failures = 0;
            while (permission.isValid() && !closed) {
                try {
                    work(begin(permission), permission);
                    failures = 0;
                } catch (LeadershipLostException | StoreException | ConnectionException failed) {
                    if (permission.isValid()) {
                        report(failed, ++failures);
                        pause(context.settings().backoff(failures), permission);
                    } else {
                        LOG.info("{}", failed.getMessage());
                    }
                }
            }
        } finally {
            current = null;
            mutex.leave();
        }
    }

    private Reconciliation<S, T> begin(WritePermission permission) {
        Reconciliation<S, T> begun = new Reconciliation<>(context, permission);
        context.progress().succeeded(Part.FENCE, context.clock().nanos());
        context.progress().recovered();
        current = begun;
        // What was reported from now on is queued; what was reported before may not have been written by anybody.
        ends.recent(context.clock().nanos()).forEach(begun::enqueueGone);
        return begun;
    }

    /** A valid leadership that the fence or the store refuses: this replica leads without effect. */
    private void report(BatonException failed, int failures) {
        current = null;
        String why = String.valueOf(failed.getMessage());
        Part part = failed instanceof LeadershipLostException ? Part.FENCE : Part.STORE;
        context.progress().failed(part, why, context.clock().nanos());
        if (failures == 1) {
            LOG.warn("reconciler of {} cannot write; trying again: {}", type(), why);
        }
    }

    /** Reconciles with several threads until the tenure ends or one of them fails. */
    private void work(Reconciliation<S, T> now, WritePermission permission) throws InterruptedException {
        try (ReconcileWorkers workers = new ReconcileWorkers(context.settings().workers(), type(), this::wake)) {
            workers.start(() -> steps(now, workers));
            while (!closed && permission.isValid() && workers.failure().isEmpty()) {
                requireProgress();
                waitFor(LONGEST_WAIT);
            }
            current = null;
            if (workers.failure().isPresent()) {
                throw workers.failure().get() instanceof RuntimeException failed
                        ? failed
                        : new IllegalStateException(workers.failure().get());
            }
        }
    }

    private void steps(Reconciliation<S, T> now, SpareThreads spare) throws InterruptedException {
        while (!closed && now.isPermitted()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!now.step(spare)) {
                waitFor(Math.min(LONGEST_WAIT, now.untilNext().toNanos()));
            }
        }
    }

    /** A leader that cannot reconcile must not lead: its work fails, so that the candidate steps down. */
    private void requireProgress() {
        context.progress()
                .checkStall(context.settings().longestPause(), context.clock().nanos());
        Duration failing = context.progress().failingFor(context.clock().nanos());
        if (candidate.isPresent() && failing.compareTo(context.settings().stepDownAfter()) >= 0) {
            throw new IllegalStateException("the reconciler of " + type() + " has not worked for " + failing.toMillis()
                    + " ms and steps down: " + context.progress().failing().orElse(""));
        }
    }

    private void pause(Duration time, WritePermission permission) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        while (!closed && permission.isValid() && System.nanoTime() - until < 0) {
            requireProgress();
            waitFor(Math.min(LONGEST_WAIT, until - System.nanoTime()));
        }
    }

    private void waitFor(long nanos) throws InterruptedException {
        synchronized (monitor) {
            if (nanos > 0 && !closed) {
                TimeUnit.NANOSECONDS.timedWait(monitor, Math.max(nanos, 1_000_000));
            }
        }
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

    private String type() {
        return context.resources().type();
    }

    private Thread daemon(String part, Runnable body) {
        return NamedThreads.start("baton-" + part + "-" + type(), body);
    }

    private static void end(Thread thread) {
        thread.interrupt();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException kept) {
            Thread.currentThread().interrupt();
        }
    }

    /** On the leader, what the watch reports is queued. A standby remembers for a while what has ended. */
    private final class QueuedEvents implements ResourceWatch.Events {
        @Override
        public void changed(String id) {
            ends.exists(id);
            look(id);
        }

        @Override
        public void gone(String id) {
            ends.ended(id, context.clock().nanos());
            withCurrent(now -> now.enqueueGone(id));
        }

        @Override
        public void completed() {
            wake();
        }

        @Override
        public void platform() {
            withCurrent(Reconciliation::sweepSoon);
        }
    }
}
