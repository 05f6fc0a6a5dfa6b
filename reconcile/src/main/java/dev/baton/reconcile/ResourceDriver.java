package dev.baton.reconcile;

import java.util.Map;
import java.util.Optional;

/**
 * The platform that runs the resources. Called on the reconciler's own threads, which it may block; an interrupt must end
 * the call. A call that throws, or takes longer than {@link ReconcileSettings#callTimeout}, is repeated later; calls for
 * different resources may run at the same time.
 *
 * @param <T> the driver's description of the state of a resource
 */
public interface ResourceDriver<T> {

    /** Returns all existing resources by id. Called only on the leader, by {@link #changes}. */
    Map<String, ResourceSighting<T>> list() throws Exception;

    /**
     * Returns what has changed since an earlier answer with this checkpoint, or everything if there is none or the driver no
     * longer knows it. Called only on the leader, once in every sweep. This one lists everything. A driver with many
     * resources should return changes: then the cost of a sweep follows them. Everything is still asked for from time to
     * time, see {@link ReconcileSettings#fullSweepInterval}, and after every failure.
     */
    default ResourceChanges<T> changes(Optional<String> checkpoint) throws Exception {
        return ResourceChanges.all(list());
    }

    /** Returns the current state of one resource; empty if it does not exist. Called only on the leader. */
    Optional<ResourceSighting<T>> get(String id) throws Exception;

    /**
     * Reports the existing resources, then {@link Stream#complete}, then every change, until the watch ends: then this
     * method returns or throws. Called on every replica. An interrupt must end it: {@link Reconciler#close} waits for that,
     * for at most 10 s, and a {@linkplain ReconcileSettings#watchTimeout silent} watch is opened again then. The input stream of {@code java.net.http} ignores interrupts on Java 17.
     */
    void watch(Stream<T> stream) throws Exception;

    /** Receives the events of a watch. */
    interface Stream<T> {

        /** A resource exists in this state. */
        void seen(String id, ResourceSighting<T> sighting);

        /** A resource no longer exists. */
        void gone(String id);

        /**
         * The resource of the given generation no longer exists. A later one under the same id is not concerned.
         *
         * @see ResourceSighting#generation
         */
        default void gone(String id, long generation) {
            gone(id);
        }

        /** All resources that existed at the start of the watch have been reported; others do not exist. */
        void complete();

        /**
         * The watch works, and there is nothing to report: a heartbeat or a bookmark of the platform. A watch without any
         * report for {@link ReconcileSettings#watchTimeout} is ended by an interrupt and opened again.
         */
        default void alive() {}

        /** An event of the platform may concern any resource: all are checked soon. */
        void platform(String what);
    }
}
