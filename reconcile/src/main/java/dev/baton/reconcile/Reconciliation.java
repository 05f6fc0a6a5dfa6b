package dev.baton.reconcile;

import dev.baton.BatonClock;
import dev.baton.LeadershipLostException;
import dev.baton.store.BatchWrite;
import dev.baton.store.VersionedValue;
import dev.baton.store.WriteCondition;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reconciliation of one tenure, step by step. Each step checks first that the permission is still valid, then handles one
 * key or begins a sweep. It has no threads and never waits; sweeps cannot overlap.
 */
final class Reconciliation<S, T> {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Resources<S, T> resources;
    private final ResourceDriver<T> driver;
    private final ResourceIndex<T> index;
    private final ReconcileSettings settings;
    private final BatonClock clock;
    private final WritePermission permission;
    private final FencedWrites writes;
    private final ResourceQueue queue;
    private final MissingResources missing = new MissingResources();
    private final Set<String> reportedGone = new HashSet<>();
    private @Nullable SweepSnapshot<S, T> sweep;
    private Set<String> strangers = Set.of();
    private long sweepAt;
    private int failedSweeps;
    private boolean queueFirst;

    /** Begins the work of a tenure: from now on no earlier leader can write, and the first sweep is due. */
    Reconciliation(
            Resources<S, T> resources,
            ResourceDriver<T> driver,
            ResourceIndex<T> index,
            ReconcileSettings settings,
            BatonClock clock,
            WritePermission permission) {
        this.resources = resources;
        this.driver = driver;
        this.index = index;
        this.settings = settings;
        this.clock = clock;
        this.permission = permission;
        this.writes = FencedWrites.raise(resources.store(), resources.type(), permission);
        this.queue = new ResourceQueue(settings.retryBase(), settings.retryMax());
        this.sweepAt = clock.nanos();
    }

    /** Queues a key. Callable from any thread. */
    synchronized void enqueue(String id) {
        reportedGone.remove(id);
        queue.add(id, clock.nanos());
    }

    /** Queues a key whose resource the watch reported as gone. Callable from any thread. */
    synchronized void enqueueGone(String id) {
        reportedGone.add(id);
        queue.add(id, clock.nanos());
    }

    /** Makes a sweep due now. Callable from any thread. */
    synchronized void sweepSoon() {
        sweepAt = Math.min(sweepAt, clock.nanos());
    }

    /** Returns the resources without a record at the last sweep. */
    synchronized Set<String> strangers() {
        return new TreeSet<>(strangers);
    }

    /** Returns whether the permission is still valid. */
    boolean isPermitted() {
        return permission.isValid();
    }

    /** Returns the time until the next step, unless something is queued before. */
    synchronized Duration untilNext() {
        long now = clock.nanos();
        Duration sweeping = sweep != null ? Duration.ZERO : Duration.ofNanos(Math.max(0, sweepAt - now));
        return queue.untilNext(now).filter(due -> due.compareTo(sweeping) < 0).orElse(sweeping);
    }

    /**
     * Performs one step that is due. Returns false if nothing is due or the permission has ended.
     *
     * @throws LeadershipLostException if the store refused a write because a later leader has taken over
     */
    boolean step() throws InterruptedException {
        if (!permission.isValid()) {
            return false;
        }
        queueFirst = !queueFirst;
        SweepSnapshot<S, T> running = sweep;
        if (queueFirst || running == null) {
            Optional<String> key = take();
            if (key.isPresent()) {
                work(key.get());
                return true;
            }
        }
        if (running != null) {
            continueSweep(running);
            return true;
        }
        return beginSweep();
    }

    private synchronized Optional<String> take() {
        return queue.take(clock.nanos());
    }

    private void work(String id) throws InterruptedException {
        try {
            reconcile(id);
            synchronized (this) {
                queue.done(id, clock.nanos());
            }
        } catch (LeadershipLostException | InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            fail(id, failed);
        }
    }

    private void fail(String id, Exception failed) {
        LOG.warn("reconciling {}/{} failed; trying again: {}", resources.type(), id, failed.toString());
        synchronized (this) {
            queue.failed(id, clock.nanos());
        }
    }

    /** Reconciles one key from the watch's last report, or else from the driver. */
    private void reconcile(String id) throws Exception {
        Optional<VersionedValue<Resource<S, T>>> found = resources.get(id);
        boolean gone;
        synchronized (this) {
            gone = reportedGone.remove(id);
        }
        if (found.isEmpty()) {
            return;
        }
        VersionedValue<Resource<S, T>> record = found.get();
        if (gone) {
            // A resource that was never seen may have been created again under an old name: the sweep decides.
            boolean known =
                    record.value().status().isPresent() || record.value().phase() == ResourcePhase.DELETING;
            if (known && !write(record, LifecycleRules.gone(record.value()))) {
                enqueueGone(id);
            }
            return;
        }
        Optional<ResourceSighting<T>> sighting = index.get(id);
        if (sighting.isEmpty()) {
            sighting = driver.get(id);
        }
        if (sighting.isPresent() && !write(record, seen(record, sighting.get()))) {
            enqueue(id);
        }
    }

    private boolean beginSweep() throws InterruptedException {
        long now = clock.nanos();
        synchronized (this) {
            if (sweepAt - now > 0) {
                return false;
            }
            sweepAt = now + settings.sweepInterval().toNanos();
        }
        try {
            // The records first: a resource that is created while the driver lists does not count as missing.
            List<VersionedValue<Resource<S, T>>> records = resources.list();
            SweepSnapshot<S, T> started = new SweepSnapshot<>(driver.list(), records);
            missing.retain(records.stream().map(VersionedValue::id).collect(Collectors.toSet()));
            synchronized (this) {
                sweep = started;
                strangers = started.strangers();
            }
            failedSweeps = 0;
        } catch (InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            Duration wait = settings.backoff(++failedSweeps);
            LOG.warn(
                    "sweep of {} failed; the next one follows in {} ms: {}",
                    resources.type(),
                    wait.toMillis(),
                    failed.toString());
            synchronized (this) {
                sweepAt = now + wait.toNanos();
            }
        }
        return true;
    }

    private void continueSweep(SweepSnapshot<S, T> running) throws InterruptedException {
        Optional<VersionedValue<Resource<S, T>>> next = running.next();
        if (next.isEmpty()) {
            synchronized (this) {
                sweep = null;
            }
            return;
        }
        VersionedValue<Resource<S, T>> record = next.get();
        try {
            // A record that was written since the sweep began has another version, so the write does not match it.
            check(record, running.listed(record.id()));
        } catch (LeadershipLostException | InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            fail(record.id(), failed);
        }
    }

    private void check(VersionedValue<Resource<S, T>> record, Optional<ResourceSighting<T>> listed) throws Exception {
        if (listed.isPresent()) {
            missing.present(record.id());
            if (!seen(record, listed.get()).equals(record.value())) {
                checkAgain(record);
            }
            return;
        }
        boolean due = missing.missingFor(record.id(), record.resourceVersion(), clock.nanos(), settings.orphanGrace());
        if (due && record.value().phase() == ResourcePhase.DELETED) {
            writes.apply(new BatchWrite.Delete(resources.objects().key(record.id()), record.resourceVersion()));
        } else if (due) {
            checkAgain(record);
        }
    }

    /** The list may be outdated by now, so the driver is asked for this resource before anything is written. */
    private void checkAgain(VersionedValue<Resource<S, T>> record) throws Exception {
        Optional<ResourceSighting<T>> now = driver.get(record.id());
        if (now.isPresent()) {
            missing.present(record.id());
            write(record, seen(record, now.get()));
        } else if (missing.missingFor(record.id(), record.resourceVersion(), clock.nanos(), settings.orphanGrace())) {
            write(record, LifecycleRules.gone(record.value()));
        }
    }

    private Resource<S, T> seen(VersionedValue<Resource<S, T>> record, ResourceSighting<T> sighting) {
        return LifecycleRules.seen(record.value(), sighting, settings.session().test(record.id()));
    }

    /** Writes the next state if it differs. Returns false if the record was written by another process in between. */
    private boolean write(VersionedValue<Resource<S, T>> record, Resource<S, T> next) {
        if (next.equals(record.value())) {
            return true;
        }
        Resource<S, T> stamped = new Resource<>(next.spec(), next.phase(), next.status(), permission.epoch());
        boolean written = writes.apply(new BatchWrite.Put(
                resources.objects().key(record.id()),
                resources.write(stamped),
                WriteCondition.matchResourceVersion(record.resourceVersion())));
        if (written && next.phase() != record.value().phase()) {
            LOG.info(
                    "phase_change type={} id={} from={} to={} epoch={}",
                    resources.type(),
                    record.id(),
                    record.value().phase().code(),
                    next.phase().code(),
                    permission.epoch());
        }
        return written;
    }
}
