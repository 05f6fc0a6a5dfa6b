package dev.baton.store;

/** One step of a batch that is applied as a whole or not at all. */
public sealed interface BatchWrite {

    /** What is written. */
    ObjectKey key();

    /** Writes a record, if the condition holds. */
    record Put(ObjectKey key, String payload, WriteCondition condition) implements BatchWrite {}

    /** Deletes a record, if it is at this version. */
    record Delete(ObjectKey key, long expectedVersion) implements BatchWrite {}

    /** Writes nothing, but lets the batch through only if the record is at this version. */
    record Require(ObjectKey key, long expectedVersion) implements BatchWrite {}

    static BatchWrite require(ObjectKey key, long expectedVersion) {
        return new Require(key, expectedVersion);
    }

    static BatchWrite put(ObjectKey key, String payload, WriteCondition condition) {
        return new Put(key, payload, condition);
    }

    static BatchWrite delete(ObjectKey key, long expectedVersion) {
        return new Delete(key, expectedVersion);
    }
}
