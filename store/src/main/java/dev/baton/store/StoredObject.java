package dev.baton.store;

/**
 * One record as the store returned it.
 *
 * @param resourceVersion grows with every write and is never used twice for this key; never 0
 * @param createdAtMs the time of creation by the database's clock, in milliseconds since 1970
 * @param updatedAtMs the time of the last write by the database's clock
 */
public record StoredObject(ObjectKey key, long resourceVersion, String payload, long createdAtMs, long updatedAtMs) {}
