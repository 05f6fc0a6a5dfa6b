package dev.baton.reconcile;

/**
 * The state of a resource as the driver reported it.
 *
 * @param <T> the driver's description of the state
 * @param condition the condition of the resource
 * @param status the driver's description
 * @param generation a number that is higher for each resource created later under the same id, such as a creation time; 0 if
 *     the driver has none. With it, late reports about a predecessor are recognized and ignored
 */
public record ResourceSighting<T>(ResourceCondition condition, T status, long generation) {

    public ResourceSighting {
        if (generation < 0) {
            throw new IllegalArgumentException("the generation must not be negative, but is " + generation);
        }
    }

    /** Creates a sighting without a generation. */
    public ResourceSighting(ResourceCondition condition, T status) {
        this(condition, status, 0);
    }
}
