package dev.baton.reconcile;

import java.util.Optional;

/**
 * A resource as its record says.
 *
 * @param <S> what is wanted
 * @param <T> the driver's description of what there is
 * @param status as last reconciled; empty before that
 * @param epoch the epoch of the leader that reconciled it last; 0 when none did
 */
public record Resource<S, T>(S spec, ResourcePhase phase, Optional<T> status, long epoch) {

    /** One that was just asked for. */
    public static <S, T> Resource<S, T> wanted(S spec) {
        return new Resource<>(spec, ResourcePhase.PROVISIONING, Optional.empty(), 0);
    }

    /** The same in another phase. */
    public Resource<S, T> in(ResourcePhase next) {
        return new Resource<>(spec, next, status, epoch);
    }
}
