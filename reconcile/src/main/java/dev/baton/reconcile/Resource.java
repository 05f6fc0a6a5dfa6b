package dev.baton.reconcile;

import java.util.Optional;

/**
 * A resource as recorded in the store.
 *
 * @param <S> the desired state
 * @param <T> the driver's description of the actual state
 * @param spec the desired state
 * @param phase the phase
 * @param status the actual state as last reconciled; empty before that
 * @param epoch the epoch of the leader that reconciled it last; 0 if none did
 * @param deletionRequested whether {@link Resources#delete} was called; a deletion that the driver only reported is undone
 *     if the driver reports the resource again
 * @param generation the generation of the resource that was seen last under this id; 0 if unknown
 */
public record Resource<S, T>(
        S spec, ResourcePhase phase, Optional<T> status, long epoch, boolean deletionRequested, long generation) {

    /** Creates a resource whose deletion was not requested, without a generation. */
    public Resource(S spec, ResourcePhase phase, Optional<T> status, long epoch) {
        this(spec, phase, status, epoch, false, 0);
    }

    /** Returns a resource that has just been requested. */
    public static <S, T> Resource<S, T> wanted(S spec) {
        return new Resource<>(spec, ResourcePhase.PROVISIONING, Optional.empty(), 0);
    }

    /** Returns this resource in another phase. */
    public Resource<S, T> in(ResourcePhase next) {
        return new Resource<>(spec, next, status, epoch, deletionRequested, generation);
    }

    /** Returns this resource with another desired state. */
    Resource<S, T> with(S other) {
        return new Resource<>(other, phase, status, epoch, deletionRequested, generation);
    }

    /** Returns this resource as a leader wrote it. */
    Resource<S, T> by(long leader) {
        return new Resource<>(spec, phase, status, leader, deletionRequested, generation);
    }

    /** Returns this resource after its deletion was requested. */
    Resource<S, T> deleting() {
        return phase == ResourcePhase.DELETED
                ? this
                : new Resource<>(spec, ResourcePhase.DELETING, status, epoch, true, generation);
    }

    /** Returns a resource that is requested again under the id of this one. */
    Resource<S, T> again(S other) {
        return new Resource<>(other, ResourcePhase.PROVISIONING, Optional.empty(), 0, false, generation);
    }
}
