package dev.baton.reconcile;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a driver lists: all resources, or those that have changed since an earlier list.
 *
 * @param <T> the driver's description of the state of a resource
 * @param complete whether {@code seen} has all existing resources, so that others do not exist
 * @param seen the resources that exist, by id; one that changed several times is listed with its current state
 * @param gone the resources that have ceased to exist; a resource in {@code seen} exists again
 * @param checkpoint what to pass to {@link ResourceDriver#changes} to get later changes; empty if the driver can only list
 *     everything
 */
public record ResourceChanges<T>(
        boolean complete, Map<String, ResourceSighting<T>> seen, Set<String> gone, Optional<String> checkpoint) {

    /** Returns all resources, by a driver that cannot list changes. */
    public static <T> ResourceChanges<T> all(Map<String, ResourceSighting<T>> seen) {
        return new ResourceChanges<>(true, seen, Set.of(), Optional.empty());
    }

    /** Returns all resources, by a driver that can list what changes after this. */
    public static <T> ResourceChanges<T> all(Map<String, ResourceSighting<T>> seen, String checkpoint) {
        return new ResourceChanges<>(true, seen, Set.of(), Optional.of(checkpoint));
    }

    /** Returns what has changed since an earlier list. */
    public static <T> ResourceChanges<T> since(
            Map<String, ResourceSighting<T>> seen, Set<String> gone, String checkpoint) {
        return new ResourceChanges<>(false, seen, gone, Optional.of(checkpoint));
    }
}
