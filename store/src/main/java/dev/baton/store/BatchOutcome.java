package dev.baton.store;

import java.util.List;
import java.util.Optional;

/** The answer to a batch. */
public sealed interface BatchOutcome {

    /**
     * All of it was applied, and is durable.
     *
     * @param stored per step what it wrote; empty where it wrote nothing
     */
    record Applied(List<Optional<StoredObject>> stored) implements BatchOutcome {}

    /** The condition of this step, counted from 0, did not hold; nothing was applied. */
    record Conflict(int step) implements BatchOutcome {}
}
