package dev.baton.store;

/**
 * One write of a batch, which is applied as a whole or not at all.
 *
 * <pre>{@code
 * store.apply(List.of(
 *         new BatchWrite.Require(lease, leaseVersion),
 *         new BatchWrite.Put(record, payload, WriteCondition.unconditional())));
 * }</pre>
 */
public sealed interface BatchWrite {

    /** Returns the key of the record. */
    ObjectKey key();

    /** Returns the version that the record must have; 0 if another condition decides. */
    long expectedVersion();

    /** Writes a record if the condition holds. */
    record Put(ObjectKey key, String payload, WriteCondition condition) implements BatchWrite {

        public Put {
            StoredText.payload(key, payload);
        }

        @Override
        public long expectedVersion() {
            return 0;
        }
    }

    /** Deletes a record if it has the given version. */
    record Delete(ObjectKey key, long expectedVersion) implements BatchWrite {}

    /** Writes nothing, but applies the batch only if the record has the given version. */
    record Require(ObjectKey key, long expectedVersion) implements BatchWrite {}
}
