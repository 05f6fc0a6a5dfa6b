package dev.baton.store;

/** The result of a read-modify-write. */
public sealed interface UpdateOutcome {

    /** The new value was written and is durable. */
    record Updated(StoredObject object) implements UpdateOutcome {}

    /** The change returned the same payload or none; nothing was written. */
    record Unchanged(StoredObject present) implements UpdateOutcome {}

    /** The record does not exist. */
    record Absent() implements UpdateOutcome {}

    /** The record has another version than expected; nothing was written. */
    record Conflict(StoredObject present) implements UpdateOutcome {}

    /** Other writers were faster in every attempt; nothing was written. */
    record GaveUp(int attempts) implements UpdateOutcome {}
}
