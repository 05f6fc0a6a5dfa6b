package dev.baton.internal.machine;

import dev.baton.EndReason;
import java.util.Optional;

/**
 * How a reign that is ending will be closed.
 *
 * @param reason why it ends
 * @param successor who should lead next, if anybody was named
 * @param thenStop whether the candidate stops afterwards
 * @param released whether the release was already asked for
 */
public record PendingEnd(EndReason reason, Optional<String> successor, boolean thenStop, boolean released) {

    PendingEnd releasing() {
        return new PendingEnd(reason, successor, thenStop, true);
    }

    PendingEnd stopping() {
        return new PendingEnd(reason, successor, true, released);
    }
}
