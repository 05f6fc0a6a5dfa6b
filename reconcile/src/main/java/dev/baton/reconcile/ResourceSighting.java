package dev.baton.reconcile;

/**
 * The state of a resource as the driver reported it.
 *
 * @param <T> the driver's description of the state
 */
public record ResourceSighting<T>(ResourceCondition condition, T status) {}
