package dev.baton.internal.machine;

import dev.baton.EndReason;
import java.util.Optional;

/**
 * How a tenure that is ending will be closed.
 *
 * @param reason the reason why it ends
 * @param successor the named successor, if any
 * @param thenStop whether the candidate stops afterwards
 * @param released whether the release request was sent
 */
public record PendingEnd(EndReason reason, Optional<String> successor, boolean thenStop, boolean released) {

    PendingEnd releasing() {
        return new PendingEnd(reason, successor, thenStop, true);
    }

    PendingEnd stopping() {
        return new PendingEnd(reason, successor, true, released);
    }
}
