package dev.baton.reconcile;

import java.util.Optional;

/**
 * The next state of a record, from the observed state of its resource. Pure.
 *
 * <table>
 * <caption>The transitions</caption>
 * <tr><th>observed</th><th>from</th><th>to</th></tr>
 * <tr><td>ready, and its session present</td><td>PROVISIONING</td><td>READY</td></tr>
 * <tr><td>failed</td><td>PROVISIONING</td><td>ERROR</td></tr>
 * <tr><td>being deleted</td><td>any but DELETED</td><td>DELETING</td></tr>
 * <tr><td>gone</td><td>any</td><td>DELETED</td></tr>
 * </table>
 */
public final class LifecycleRules {

    private LifecycleRules() {}

    /** Returns the record after an observation; the same record if there is nothing to write. */
    public static <S, T> Resource<S, T> seen(Resource<S, T> record, ResourceSighting<T> sighting, boolean session) {
        if (record.phase() == ResourcePhase.DELETED) {
            return record;
        }
        ResourcePhase next = phase(record.phase(), sighting.condition(), session);
        Optional<T> status = Optional.of(sighting.status());
        return next == record.phase() && status.equals(record.status())
                ? record
                : new Resource<>(record.spec(), next, status, record.epoch());
    }

    /** Returns the record of a resource that certainly does not exist. */
    public static <S, T> Resource<S, T> gone(Resource<S, T> record) {
        return record.phase() == ResourcePhase.DELETED ? record : record.in(ResourcePhase.DELETED);
    }

    private static ResourcePhase phase(ResourcePhase from, ResourceCondition condition, boolean session) {
        return switch (condition) {
            case DELETING -> ResourcePhase.DELETING;
            case READY -> from == ResourcePhase.PROVISIONING && session ? ResourcePhase.READY : from;
            case FAILED -> from == ResourcePhase.PROVISIONING ? ResourcePhase.ERROR : from;
            case PENDING -> from;
        };
    }
}
