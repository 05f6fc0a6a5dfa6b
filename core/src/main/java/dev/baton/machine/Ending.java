package dev.baton.machine;

import java.util.Optional;

/**
 * How a reign that is ending will be closed.
 *
 * @param reason why it ends
 * @param successor who should lead next, if anybody was named
 * @param thenStop whether the candidate stops afterwards
 * @param released whether the release was already asked for
 */
public record Ending(EndReason reason, Optional<String> successor, boolean thenStop, boolean released) {

    Ending releasing() {
        return new Ending(reason, successor, thenStop, true);
    }

    Ending stopping() {
        return new Ending(reason, successor, true, released);
    }
}
