package dev.baton.reconcile;

import dev.baton.BatonClock;
import dev.baton.LeadershipLostException;
import dev.baton.store.BatchWrite;
import dev.baton.store.VersionedValue;
import dev.baton.store.WriteCondition;
import dev.baton.support.time.UnchangedTimer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The reconciliation of one tenure, step by step. Each step checks first that the permission is still valid, then handles one
 * key or begins a sweep. It has no threads and never waits; sweeps cannot overlap.
 */
final class Reconciliation<S, T> {

    private final Resources<S, T> resources;
    private final ResourceDriver<T> driver;
    private final ResourceIndex<T> index;
    private final ReconcileSettings settings;
    private final BatonClock clock;
    private final WritePermission permission;
    private final FencedWrites writes;
    private final ResourceQueue queue;
    /** How long resources have been missing, with the versions of their records: a write restarts the count. */
    private final UnchangedTimer<String, Long> missing = new UnchangedTimer<>();

    private final Set<String> reportedGone = new HashSet<>();
    private volatile @Nullable Sweep<S, T> sweep;
    private volatile Set<String> strangers = Set.of();
    private long sweepAt;
    private int failedSweeps;
    private boolean queueFirst;

    /** One sweep: the driver's list when it began, and the records of that time that are not yet checked. */
    private record Sweep<S, T>(
            Map<String, ResourceSighting<T>> listed, Queue<VersionedValue<Resource<S, T>>> unchecked) {}

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
        this.queue = new ResourceQueue(settings);
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
    Set<String> strangers() {
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
        Sweep<S, T> running = sweep;
        if (queueFirst || running == null) {
            Optional<String> key = queue.take(clock.nanos());
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

    private void work(String id) throws InterruptedException {
        try {
            reconcile(id);
            queue.done(id, clock.nanos());
        } catch (LeadershipLostException | InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            fail(id, failed);
        }
    }

    private void fail(String id, Exception failed) {
        Reconciler.LOG.warn("reconciling {}/{} failed; trying again: {}", resources.type(), id, failed.toString());
        queue.failed(id, clock.nanos());
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
            Map<String, ResourceSighting<T>> listed = driver.list();
            Set<String> recorded = records.stream().map(VersionedValue::id).collect(Collectors.toSet());
            missing.retain(recorded);
            Set<String> unrecorded = new TreeSet<>(listed.keySet());
            unrecorded.removeAll(recorded);
            strangers = unrecorded;
            sweep = new Sweep<>(listed, new ArrayDeque<>(records));
            failedSweeps = 0;
        } catch (InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            Duration wait = settings.backoff(++failedSweeps);
            Reconciler.LOG.warn(
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

    private void continueSweep(Sweep<S, T> running) throws InterruptedException {
        VersionedValue<Resource<S, T>> record = running.unchecked().poll();
        if (record == null) {
            sweep = null;
            return;
        }
        try {
            // A record that was written since the sweep began has another version, so the write does not match it.
            check(record, Optional.ofNullable(running.listed().get(record.id())));
        } catch (LeadershipLostException | InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            fail(record.id(), failed);
        }
    }

    private void check(VersionedValue<Resource<S, T>> record, Optional<ResourceSighting<T>> listed) throws Exception {
        if (listed.isPresent()) {
            missing.forget(record.id());
            if (!seen(record, listed.get()).equals(record.value())) {
                checkAgain(record);
            }
            return;
        }
        boolean due = isMissingLongEnough(record);
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
            missing.forget(record.id());
            write(record, seen(record, now.get()));
        } else if (isMissingLongEnough(record)) {
            write(record, LifecycleRules.gone(record.value()));
        }
    }

    private boolean isMissingLongEnough(VersionedValue<Resource<S, T>> record) {
        Duration missed = missing.observe(record.id(), record.resourceVersion(), clock.nanos());
        return missed.compareTo(settings.orphanGrace()) >= 0;
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
            Reconciler.LOG.info(
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
