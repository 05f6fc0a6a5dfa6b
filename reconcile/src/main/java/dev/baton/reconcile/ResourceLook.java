package dev.baton.reconcile;

import dev.baton.reconcile.ReconcileProgress.Part;
import dev.baton.store.BatchWrite;
import dev.baton.store.StoredObject;
import dev.baton.store.VersionedValue;
import dev.baton.store.WriteCondition;
import java.util.Optional;

/**
 * The closer look at one resource: from its record and from the watch's last report, or else the driver's own answer, follows
 * what is to be written. The watch may be late, so its reports begin and change resources, but only an answer of the driver
 * itself ends one.
 *
 * @param epoch the epoch that is written into records
 */
record ResourceLook<S, T>(ReconcileContext<S, T> context, ResourceSweep<S, T> sweeps, long epoch) {

    /**
     * Looks at a resource for a sweep.
     *
     * @param version the version that the sweep has seen: a record that was written since then is left to the next sweep
     */
    Optional<PlannedWrite> forSweep(StoredObject stored, long version) throws Exception {
        return stored.resourceVersion() == version
                ? answered(stored, context.resources().read(stored), true)
                : Optional.empty();
    }

    /**
     * Looks at a resource of the queue.
     *
     * @param unconfirmed whether only an answer of the driver itself counts
     */
    Optional<PlannedWrite> forQueue(StoredObject stored, boolean unconfirmed) throws Exception {
        VersionedValue<Resource<S, T>> record = context.resources().read(stored);
        Optional<Resource<S, T>> watched = unconfirmed
                ? Optional.empty()
                : context.index().fresh(record.id()).map(sighting -> sweeps.seen(record, sighting));
        return watched.isPresent() && !LifecycleRules.isEnding(record.value(), watched.get())
                ? put(stored, record, watched.get())
                : answered(stored, record, false);
    }

    private Optional<PlannedWrite> answered(StoredObject stored, VersionedValue<Resource<S, T>> record, boolean swept)
            throws Exception {
        Optional<ResourceSighting<T>> answer = ask(record.id());
        if (answer.isPresent()) {
            sweeps.found(record.id());
            return put(stored, record, sweeps.seen(record, answer.get()));
        }
        if (swept && !sweeps.isMissingLongEnough(record)) {
            return Optional.empty();
        }
        ResourcePhase phase = record.value().phase();
        if (swept && phase == ResourcePhase.DELETED) {
            return Optional.of(
                    new PlannedWrite(new BatchWrite.Delete(stored.key(), stored.resourceVersion()), phase, phase));
        }
        // A resource that was never seen may be about to be created: only the grace of the sweeps decides.
        boolean known = record.value().status().isPresent() || phase == ResourcePhase.DELETING;
        return known || swept ? put(stored, record, LifecycleRules.gone(record.value())) : Optional.empty();
    }

    private Optional<ResourceSighting<T>> ask(String id) throws Exception {
        long asked = context.clock().nanos();
        try {
            Optional<ResourceSighting<T>> answer = context.driver().get(id);
            context.index().correct(id, answer, asked);
            context.progress().succeeded(Part.DRIVER, asked);
            return answer;
        } catch (InterruptedException over) {
            throw over;
        } catch (Exception failed) {
            context.progress().failed(id, failed.toString(), context.clock().nanos());
            throw failed;
        }
    }

    private Optional<PlannedWrite> put(
            StoredObject stored, VersionedValue<Resource<S, T>> record, Resource<S, T> next) {
        if (next.equals(record.value())) {
            return Optional.empty();
        }
        BatchWrite write = new BatchWrite.Put(
                stored.key(),
                context.resources().rewrite(stored, next.by(epoch)),
                WriteCondition.matchResourceVersion(stored.resourceVersion()));
        return Optional.of(new PlannedWrite(write, record.value().phase(), next.phase()));
    }
}
