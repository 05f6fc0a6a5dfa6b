package dev.baton.store;

import java.util.Optional;

/** The answer to a conditional write. */
public sealed interface PutOutcome {

    /** It was written, and is durable. */
    record Stored(StoredObject object) implements PutOutcome {}

    /**
     * The condition did not hold; nothing was written.
     *
     * @param present what is there, read a moment later; empty when nothing is
     */
    record Conflict(Optional<StoredObject> present) implements PutOutcome {}

    /** What was stored, or nothing after a conflict. */
    default Optional<StoredObject> stored() {
        return this instanceof Stored stored ? Optional.of(stored.object()) : Optional.empty();
    }
}
