package dev.baton.reconcile;

import java.util.Map;
import java.util.Optional;

/**
 * Whatever runs the resources. Called from the reconciler's own threads, which it may block; an interrupt ends the
 * call. What it throws is tried again later.
 *
 * @param <T> its description of a resource's state
 */
public interface ResourceDriver<T> {

    /** All that exist, by id. Called by the leader alone, once in every sweep. */
    Map<String, ResourceSighting<T>> list() throws Exception;

    /** One of them, looked at now; empty when it does not exist. Called by the leader alone. */
    Optional<ResourceSighting<T>> get(String id) throws Exception;

    /**
     * Streams what happens until the stream ends, which is when this returns or throws: first everything that
     * exists, then {@link Stream#complete}, then every change. Called by every replica.
     */
    void watch(Stream<T> stream) throws Exception;

    /** Where a watch goes. */
    interface Stream<T> {

        /** It exists, and looks like this. */
        void seen(String id, ResourceSighting<T> sighting);

        /** It exists no more. */
        void gone(String id);

        /** All that existed when the watch began has been told; whatever was not told does not exist. */
        void complete();

        /** Something happened on the platform that may concern anything: look at everything soon. */
        void platform(String what);
    }
}
