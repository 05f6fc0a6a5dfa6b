package dev.baton.reconcile;

import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.LeadershipLostException;
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
 * Keeps records in step with what a driver shows, on one replica of many.
 *
 * <p>Every replica watches, and keeps its index warm; the one that leads sweeps and writes. When its leadership ends
 * it stops at the next key, and a write under way is refused by the store if a later leader has begun. Thread-safe.
 *
 * @param <S> what is wanted of a resource
 * @param <T> the driver's description of what there is
 */
public final class Reconciler<S, T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long JOIN_MILLIS = 10_000;

    /** Second line behind the leadership: one process never reconciles the same records twice at once. */
    private static final Map<String, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

    private final Resources<S, T> resources;
    private final ResourceDriver<T> driver;
    private final Optional<Candidate> candidate;
    private final ReconcileSettings settings;
    private final BatonClock clock;
    private final ResourceIndex<T> index = new ResourceIndex<>();
    private final Object news = new Object();
    private volatile @Nullable Reconciliation<S, T> round;
    private volatile boolean closed;
    private @Nullable Thread watching;
    private @Nullable Thread alone;

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

    /** One of several replicas: it reconciles while this candidate leads, which it starts and closes. */
    public static <S, T> Reconciler<S, T> gatedBy(
            Candidate candidate, Resources<S, T> resources, ResourceDriver<T> driver, ReconcileSettings settings) {
        return new Reconciler<>(resources, driver, Optional.of(candidate), settings, BatonClock.system());
    }

    /** The only replica there is: no election, no lease; it reconciles for as long as it runs. */
    public static <S, T> Reconciler<S, T> alone(
            Resources<S, T> resources, ResourceDriver<T> driver, ReconcileSettings settings) {
        return new Reconciler<>(resources, driver, Optional.empty(), settings, BatonClock.system());
    }

    /** The same on another clock, for tests. Before {@link #start}. */
    public Reconciler<S, T> on(BatonClock other) {
        return new Reconciler<>(resources, driver, candidate, settings, other);
    }

    /** Watches from now on, and stands for election where there is one. Once. */
    public synchronized void start() {
        if (watching != null || closed) {
            throw new IllegalStateException("the reconciler of " + resources.type() + " was started already");
        }
        watching = daemon("watch", new WatchLoop<>(resources.type(), driver, index, settings, new Notices()));
        if (candidate.isPresent()) {
            candidate.get().whileLeading(leadership -> reconcile(WritePermission.of(leadership)));
            candidate.get().start();
        } else {
            alone = daemon("reconcile", this::reconcileAlone);
        }
    }

    /** What the watch has told, on every replica. */
    public Map<String, ResourceSighting<T>> index() {
        return index.all();
    }

    /** Whether the watch is open and has told everything. */
    public boolean isWarm() {
        return index.isWarm();
    }

    /** Whether this replica is the one that writes. */
    public boolean isReconciling() {
        return round != null;
    }

    /** What the driver had and no record named, at the last sweep of this replica. */
    public Set<String> strangers() {
        Reconciliation<S, T> now = round;
        return now == null ? Set.of() : now.strangers();
    }

    /** Asks for a look at one resource, for instance because its session has come; nothing on a standby. */
    public void look(String id) {
        tell(now -> now.notice(id));
    }

    /** Stops writing, releases, and then stops watching. Idempotent. */
    @Override
    public void close() {
        closed = true;
        wake();
        Thread watcher;
        Thread loner;
        synchronized (this) {
            watcher = watching;
            loner = alone;
        }
        try {
            candidate.ifPresent(Candidate::close);
        } finally {
            end(loner);
            end(watcher);
        }
    }

    private void reconcileAlone() {
        while (!closed) {
            try {
                reconcile(WritePermission.alone());
            } catch (InterruptedException over) {
                return;
            } catch (RuntimeException failed) {
                LOG.error("the reconciler of {} failed; it begins again", resources.type(), failed);
                try {
                    TimeUnit.NANOSECONDS.sleep(settings.retryBase().toNanos());
                } catch (InterruptedException over) {
                    return;
                }
            }
        }
    }

    private void reconcile(WritePermission mandate) throws InterruptedException {
        String what = resources.store().describe() + " " + resources.type();
        ReentrantLock mutex = IN_THIS_PROCESS.computeIfAbsent(what, key -> new ReentrantLock());
        mutex.lockInterruptibly();
        try {
            int failures = 0;
            while (mandate.isValid() && !closed) {
                try {
                    work(new Reconciliation<>(resources, driver, index, settings, clock, mandate));
                } catch (LeadershipLostException over) {
                    LOG.info("{}", over.getMessage());
                    return;
                } catch (RuntimeException failed) {
                    LOG.warn("the reconciler of {} begins again: {}", resources.type(), failed.toString());
                    TimeUnit.NANOSECONDS.sleep(settings.backoff(++failures).toNanos());
                }
            }
        } finally {
            round = null;
            mutex.unlock();
        }
    }

    private void work(Reconciliation<S, T> now) throws InterruptedException {
        round = now;
        while (!closed && (now.step() || await(now))) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Waits for news, or for what is due; false when there will be nothing, because the reign is over. */
    private boolean await(Reconciliation<S, T> now) throws InterruptedException {
        if (!now.isOn()) {
            return false;
        }
        long wait = Math.min(LONGEST_WAIT, now.untilNext().toNanos());
        synchronized (news) {
            if (wait > 0 && !closed) {
                TimeUnit.NANOSECONDS.timedWait(news, Math.max(wait, 1_000_000));
            }
        }
        return true;
    }

    private void tell(Consumer<Reconciliation<S, T>> what) {
        Reconciliation<S, T> now = round;
        if (now != null) {
            what.accept(now);
            wake();
        }
    }

    private void wake() {
        synchronized (news) {
            news.notifyAll();
        }
    }

    private Thread daemon(String part, Runnable body) {
        Thread thread = new Thread(body, "baton-" + part + "-" + resources.type());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void end(@Nullable Thread thread) {
        if (thread == null) {
            return;
        }
        thread.interrupt();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException kept) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the stream tells goes to the round under way; on a standby the index is all that changes. */
    private final class Notices implements ResourceDriver.Stream<T> {

        @Override
        public void seen(String id, ResourceSighting<T> sighting) {
            tell(now -> now.notice(id));
        }

        @Override
        public void gone(String id) {
            tell(now -> now.noticeGone(id));
        }

        @Override
        public void complete() {
            wake();
        }

        @Override
        public void platform(String what) {
            tell(Reconciliation::noticeAll);
        }
    }
}
