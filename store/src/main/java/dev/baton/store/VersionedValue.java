package dev.baton.store;

/** A value from the store with the version that a compare-and-swap needs. */
public record VersionedValue<T>(String id, long resourceVersion, T value, long createdAtMs, long updatedAtMs) {}
