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
 * <tr><td>being deleted</td><td>any</td><td>DELETING</td></tr>
 * <tr><td>gone</td><td>any</td><td>DELETED</td></tr>
 * <tr><td>neither deleted nor gone, and its deletion was requested</td><td>any</td><td>DELETING</td></tr>
 * <tr><td>neither deleted nor gone, and its deletion was not requested</td><td>DELETING, DELETED</td>
 *     <td>as from PROVISIONING</td></tr>
 * <tr><td>of a later generation</td><td>any</td><td>as from PROVISIONING</td></tr>
 * <tr><td>of an earlier generation</td><td>any</td><td>unchanged</td></tr>
 * <tr><td>anything</td><td>UNKNOWN</td><td>unchanged</td></tr>
 * </table>
 */
public final class LifecycleRules {

    private LifecycleRules() {}

    /** Returns the record after an observation; the same record if there is nothing to write. */
    public static <S, T> Resource<S, T> seen(Resource<S, T> record, ResourceSighting<T> sighting, boolean session) {
        if (record.phase() == ResourcePhase.UNKNOWN || isPredecessor(record, sighting.generation())) {
            return record;
        }
        ResourcePhase next = phase(record, sighting, session);
        Optional<T> status = Optional.of(sighting.status());
        long generation = Math.max(record.generation(), sighting.generation());
        return next == record.phase() && status.equals(record.status()) && generation == record.generation()
                ? record
                : new Resource<>(record.spec(), next, status, record.epoch(), record.deletionRequested(), generation);
    }

    /** Returns the record of a resource that certainly does not exist. */
    public static <S, T> Resource<S, T> gone(Resource<S, T> record) {
        return record.phase() == ResourcePhase.DELETED || record.phase() == ResourcePhase.UNKNOWN
                ? record
                : record.in(ResourcePhase.DELETED);
    }

    /** Returns whether a report is about a resource that existed before under the same id. */
    static boolean isPredecessor(Resource<?, ?> record, long generation) {
        if (generation == 0 || record.generation() == 0) {
            return false;
        }
        // A record without a status was created after the resource of its generation was deleted.
        return record.status().isPresent() ? generation < record.generation() : generation <= record.generation();
    }

    /** Returns whether the step from one record to the next ends a resource or takes its end back. */
    static boolean isEnding(Resource<?, ?> record, Resource<?, ?> next) {
        return record.phase() != next.phase() && (isEnd(record.phase()) || isEnd(next.phase()));
    }

    static boolean isEnd(ResourcePhase phase) {
        return phase == ResourcePhase.DELETING || phase == ResourcePhase.DELETED;
    }

    private static <T> ResourcePhase phase(Resource<?, T> record, ResourceSighting<T> sighting, boolean session) {
        if (sighting.condition() == ResourceCondition.DELETING || record.deletionRequested()) {
            return ResourcePhase.DELETING;
        }
        boolean successor = record.generation() > 0 && sighting.generation() > record.generation();
        ResourcePhase from = successor || isEnd(record.phase()) ? ResourcePhase.PROVISIONING : record.phase();
        if (from != ResourcePhase.PROVISIONING) {
            return from;
        }
        return switch (sighting.condition()) {
            case READY -> session ? ResourcePhase.READY : from;
            case FAILED -> ResourcePhase.ERROR;
            case PENDING, DELETING -> from;
        };
    }
}
