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
 * The reconciling of one reign, step by step: each step looks at one key or begins a sweep, and every one asks first
 * whether the mandate still stands. Has no thread and no waiting; sweeps cannot overlap.
 */
final class Reconciliation<S, T> {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Resources<S, T> resources;
    private final ResourceDriver<T> driver;
    private final ResourceIndex<T> index;
    private final ReconcileSettings settings;
    private final BatonClock clock;
    private final WritePermission mandate;
    private final FencedWrites writes;
    private final ResourceQueue queue;
    private final MissingResources absences = new MissingResources();
    private final Set<String> saidGone = new HashSet<>();
    private @Nullable SweepSnapshot<S, T> sweep;
    private Set<String> strangers = Set.of();
    private long sweepAt;
    private int failedSweeps;
    private boolean queueFirst;

    /** Begins the reign's work: no earlier leader can write from now on, and the first sweep is due. */
    Reconciliation(
            Resources<S, T> resources,
            ResourceDriver<T> driver,
            ResourceIndex<T> index,
            ReconcileSettings settings,
            BatonClock clock,
            WritePermission mandate) {
        this.resources = resources;
        this.driver = driver;
        this.index = index;
        this.settings = settings;
        this.clock = clock;
        this.mandate = mandate;
        this.writes = FencedWrites.raised(resources.store(), resources.type(), mandate);
        this.queue = new ResourceQueue(settings.retryBase(), settings.retryMax());
        this.sweepAt = clock.nanos();
    }

    /** The key should be looked at; from any thread. */
    synchronized void notice(String id) {
        saidGone.remove(id);
        queue.add(id, clock.nanos());
    }

    /** The stream said that the resource is gone; from any thread. */
    synchronized void noticeGone(String id) {
        saidGone.add(id);
        queue.add(id, clock.nanos());
    }

    /** Everything should be looked at soon; from any thread. */
    synchronized void noticeAll() {
        sweepAt = Math.min(sweepAt, clock.nanos());
    }

    /** What the driver had and no record named, at the last sweep. */
    synchronized Set<String> strangers() {
        return new TreeSet<>(strangers);
    }

    /** Whether the mandate still stands. */
    boolean isOn() {
        return mandate.isValid();
    }

    /** How long there is nothing to do, unless something is noticed. */
    synchronized Duration untilNext() {
        long now = clock.nanos();
        Duration sweeping = sweep != null ? Duration.ZERO : Duration.ofNanos(Math.max(0, sweepAt - now));
        return queue.untilNext(now).filter(due -> due.compareTo(sweeping) < 0).orElse(sweeping);
    }

    /**
     * Does one thing that is due; false when nothing is, or the mandate has ended.
     *
     * @throws LeadershipLostException when the store refused a write because a later leader has begun
     */
    boolean step() throws InterruptedException {
        if (!mandate.isValid()) {
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
            goOn(running);
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
        LOG.warn("reconciling {}/{} failed; it is tried again: {}", resources.type(), id, failed.toString());
        synchronized (this) {
            queue.failed(id, clock.nanos());
        }
    }

    /** Looks at one key: the stream's word counts, and where there is none the driver is asked. */
    private void reconcile(String id) throws Exception {
        Optional<VersionedValue<Resource<S, T>>> found = resources.get(id);
        boolean gone;
        synchronized (this) {
            gone = saidGone.remove(id);
        }
        if (found.isEmpty()) {
            return;
        }
        VersionedValue<Resource<S, T>> record = found.get();
        if (gone) {
            // One that was never seen may be asked for anew under an old name: the sweep decides on it.
            boolean known =
                    record.value().status().isPresent() || record.value().phase() == ResourcePhase.DELETING;
            if (known && !write(record, LifecycleRules.gone(record.value()))) {
                noticeGone(id);
            }
            return;
        }
        Optional<ResourceSighting<T>> sighting = index.get(id);
        if (sighting.isEmpty()) {
            sighting = driver.get(id);
        }
        if (sighting.isPresent() && !write(record, seen(record, sighting.get()))) {
            notice(id);
        }
    }

    private boolean beginSweep() throws InterruptedException {
        long now = clock.nanos();
        synchronized (this) {
            if (sweepAt - now > 0) {
                return false;
            }
            sweepAt = now + settings.sweepEvery().toNanos();
        }
        try {
            // The records first: what is created while the driver lists is not taken for missing.
            List<VersionedValue<Resource<S, T>>> records = resources.list();
            SweepSnapshot<S, T> begun = new SweepSnapshot<>(driver.list(), records);
            absences.retain(records.stream().map(VersionedValue::id).collect(Collectors.toSet()));
            synchronized (this) {
                sweep = begun;
                strangers = begun.strangers();
            }
            failedSweeps = 0;
        } catch (InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            Duration wait = settings.backoff(++failedSweeps);
            LOG.warn(
                    "a sweep of {} failed; the next in {} ms: {}",
                    resources.type(),
                    wait.toMillis(),
                    failed.toString());
            synchronized (this) {
                sweepAt = now + wait.toNanos();
            }
        }
        return true;
    }

    private void goOn(SweepSnapshot<S, T> running) throws InterruptedException {
        Optional<VersionedValue<Resource<S, T>>> next = running.next();
        if (next.isEmpty()) {
            synchronized (this) {
                sweep = null;
            }
            return;
        }
        VersionedValue<Resource<S, T>> record = next.get();
        try {
            // A record that was written since the sweep began is at another version: the write misses it.
            check(record, running.listed(record.id()));
        } catch (LeadershipLostException | InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            fail(record.id(), failed);
        }
    }

    private void check(VersionedValue<Resource<S, T>> record, Optional<ResourceSighting<T>> listed) throws Exception {
        if (listed.isPresent()) {
            absences.present(record.id());
            if (!seen(record, listed.get()).equals(record.value())) {
                secondLook(record);
            }
            return;
        }
        boolean due = absences.missingFor(record.id(), record.resourceVersion(), clock.nanos(), settings.orphanGrace());
        if (due && record.value().phase() == ResourcePhase.DELETED) {
            writes.apply(new BatchWrite.Delete(resources.objects().key(record.id()), record.resourceVersion()));
        } else if (due) {
            secondLook(record);
        }
    }

    /** What the list says is old by now; what is written is what the driver says of this one. */
    private void secondLook(VersionedValue<Resource<S, T>> record) throws Exception {
        Optional<ResourceSighting<T>> now = driver.get(record.id());
        if (now.isPresent()) {
            absences.present(record.id());
            write(record, seen(record, now.get()));
        } else if (absences.missingFor(record.id(), record.resourceVersion(), clock.nanos(), settings.orphanGrace())) {
            write(record, LifecycleRules.gone(record.value()));
        }
    }

    private Resource<S, T> seen(VersionedValue<Resource<S, T>> record, ResourceSighting<T> sighting) {
        return LifecycleRules.seen(record.value(), sighting, settings.session().test(record.id()));
    }

    /** Writes the next state, if it is another; false when somebody else wrote the record meanwhile. */
    private boolean write(VersionedValue<Resource<S, T>> record, Resource<S, T> next) {
        if (next.equals(record.value())) {
            return true;
        }
        Resource<S, T> stamped = new Resource<>(next.spec(), next.phase(), next.status(), mandate.epoch());
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
                    mandate.epoch());
        }
        return written;
    }
}
