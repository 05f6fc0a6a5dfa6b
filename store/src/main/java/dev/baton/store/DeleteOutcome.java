package dev.baton.store;

/** The answer to a conditional deletion. */
public sealed interface DeleteOutcome {

    /** It was deleted. */
    record Deleted() implements DeleteOutcome {}

    /** It is at another version; nothing was deleted. */
    record Conflict(StoredObject present) implements DeleteOutcome {}

    /** There is no such record. */
    record Absent() implements DeleteOutcome {}
}
