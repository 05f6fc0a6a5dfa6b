package dev.baton.store;

import java.util.Optional;

/** The result of a conditional write. */
public sealed interface PutOutcome {

    /** The record was written and is durable. */
    record Stored(StoredObject object) implements PutOutcome {}

    /**
     * The condition did not hold; nothing was written.
     *
     * @param present the current record, read a moment later; empty if there is none
     */
    record Conflict(Optional<StoredObject> present) implements PutOutcome {}

    /** Returns the stored record; empty after a conflict. */
    default Optional<StoredObject> stored() {
        return this instanceof Stored stored ? Optional.of(stored.object()) : Optional.empty();
    }
}
