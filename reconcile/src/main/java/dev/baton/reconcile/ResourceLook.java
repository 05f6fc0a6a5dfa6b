package dev.baton.reconcile;

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
     * How a resource is looked at.
     *
     * @param askedNanos when the first attempt began: answers are not older
     * @param patient whether it waits for slow calls
     */
    record Attempt(long askedNanos, boolean patient) {}

    /**
     * Looks at a resource for a sweep.
     *
     * @param waits whether there is only something to write if the resource has its session
     */
    Optional<PlannedWrite> forSweep(StoredObject stored, boolean waits, Attempt attempt) throws Exception {
        if (waits && !session(stored.key().id(), attempt)) {
            // That says nothing about the driver.
            return Optional.empty();
        }
        Optional<PlannedWrite> planned = answered(stored, context.resources().read(stored), true, attempt);
        context.progress().looked();
        return planned;
    }

    /**
     * Looks at a resource of the queue.
     *
     * @param unconfirmed whether only an answer of the driver itself counts
     */
    Optional<PlannedWrite> forQueue(StoredObject stored, boolean unconfirmed, Attempt attempt) throws Exception {
        Optional<PlannedWrite> planned = watchedOrAnswered(stored, unconfirmed, attempt);
        context.progress().looked();
        return planned;
    }

    private Optional<PlannedWrite> watchedOrAnswered(StoredObject stored, boolean unconfirmed, Attempt attempt)
            throws Exception {
        VersionedValue<Resource<S, T>> record = context.resources().read(stored);
        Optional<ResourceSighting<T>> sighting =
                unconfirmed ? Optional.empty() : context.index().fresh(record.id());
        if (sighting.isPresent()) {
            Resource<S, T> watched = seen(record, sighting.get(), attempt);
            if (!LifecycleRules.isEnding(record.value(), watched)) {
                return put(stored, record, watched);
            }
        }
        return answered(stored, record, false, attempt);
    }

    private Optional<PlannedWrite> answered(
            StoredObject stored, VersionedValue<Resource<S, T>> record, boolean swept, Attempt attempt)
            throws Exception {
        Optional<ResourceSighting<T>> answer = ask(record.id(), attempt);
        if (answer.isPresent()) {
            sweeps.found(record.id());
            return put(stored, record, seen(record, answer.get(), attempt));
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

    private Optional<ResourceSighting<T>> ask(String id, Attempt attempt) throws Exception {
        Optional<ResourceSighting<T>> answer = context.driver().get(id, attempt.patient());
        context.index().correct(id, answer, attempt.askedNanos());
        context.progress().answered(context.clock().nanos());
        return answer;
    }

    private boolean session(String id, Attempt attempt) throws Exception {
        return context.driver().session(id, attempt.patient());
    }

    private Resource<S, T> seen(VersionedValue<Resource<S, T>> record, ResourceSighting<T> sighting, Attempt attempt)
            throws Exception {
        return LifecycleRules.seen(record.value(), sighting, session(record.id(), attempt));
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
