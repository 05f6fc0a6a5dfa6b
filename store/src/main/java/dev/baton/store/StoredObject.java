package dev.baton.store;

/**
 * One record, as it was in the store.
 *
 * @param resourceVersion larger after every write, never used twice for this key; never 0
 * @param createdAtMs when it was created, by the database's clock, in milliseconds since 1970
 * @param updatedAtMs when it was last written, by the database's clock
 */
public record StoredObject(ObjectKey key, long resourceVersion, String payload, long createdAtMs, long updatedAtMs) {}
