package dev.baton.store;

/** The answer to a read-modify-write. */
public sealed interface UpdateOutcome {

    /** The new value is written, and durable. */
    record Updated(StoredObject object) implements UpdateOutcome {}

    /** The change came to the same payload or to no change; nothing was written. */
    record Unchanged(StoredObject present) implements UpdateOutcome {}

    /** There is no such record. */
    record Absent() implements UpdateOutcome {}

    /** The caller's expected version is not the present one; nothing was written. */
    record Conflict(StoredObject present) implements UpdateOutcome {}

    /** Others were faster every time, so often; nothing was written. */
    record GaveUp(int attempts) implements UpdateOutcome {}
}
