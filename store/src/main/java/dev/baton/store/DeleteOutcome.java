package dev.baton.store;

/** The result of a conditional deletion. */
public sealed interface DeleteOutcome {

    /** The record was deleted. */
    record Deleted() implements DeleteOutcome {}

    /** The record has another version; nothing was deleted. */
    record Conflict(StoredObject present) implements DeleteOutcome {}

    /** The record does not exist. */
    record Absent() implements DeleteOutcome {}
}
