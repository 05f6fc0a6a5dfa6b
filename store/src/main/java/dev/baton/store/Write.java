package dev.baton.store;

/** One step of a batch that is applied as a whole or not at all. */
public sealed interface Write {

    /** What is written. */
    ObjectKey key();

    /** Writes a record, if the condition holds. */
    record Put(ObjectKey key, String payload, WriteCondition condition) implements Write {}

    /** Deletes a record, if it is at this version. */
    record Delete(ObjectKey key, long expectedVersion) implements Write {}

    /** Writes nothing, but lets the batch through only if the record is at this version. */
    record Require(ObjectKey key, long expectedVersion) implements Write {}

    static Write require(ObjectKey key, long expectedVersion) {
        return new Require(key, expectedVersion);
    }

    static Write put(ObjectKey key, String payload, WriteCondition condition) {
        return new Put(key, payload, condition);
    }

    static Write delete(ObjectKey key, long expectedVersion) {
        return new Delete(key, expectedVersion);
    }
}
