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
 */
public record Resource<S, T>(S spec, ResourcePhase phase, Optional<T> status, long epoch) {

    /** Returns a resource that has just been requested. */
    public static <S, T> Resource<S, T> wanted(S spec) {
        return new Resource<>(spec, ResourcePhase.PROVISIONING, Optional.empty(), 0);
    }

    /** Returns this resource in another phase. */
    public Resource<S, T> in(ResourcePhase next) {
        return new Resource<>(spec, next, status, epoch);
    }
}
