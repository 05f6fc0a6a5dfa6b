package dev.baton.store;

import java.util.List;
import java.util.Optional;

/** The result of a batch. */
public sealed interface BatchOutcome {

    /**
     * All writes were applied and are durable.
     *
     * @param stored the stored record of each write; empty for a delete or a requirement
     */
    record Applied(List<Optional<StoredObject>> stored) implements BatchOutcome {}

    /** The condition of one write, counted from 0, did not hold; nothing was applied. */
    record Conflict(int index) implements BatchOutcome {}
}
