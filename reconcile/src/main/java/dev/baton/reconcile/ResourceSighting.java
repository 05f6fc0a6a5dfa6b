package dev.baton.reconcile;

/**
 * A resource as the driver sees it.
 *
 * @param <T> the driver's own description of its state
 */
public record ResourceSighting<T>(ResourceCondition condition, T status) {}
