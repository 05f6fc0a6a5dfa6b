package dev.baton.spi;

import dev.baton.machine.EndReason;
import java.util.Optional;

/**
 * Why a claim is given back, for whoever reads the history.
 *
 * @param successor who should lead next, if anybody was named
 */
public record Departure(EndReason reason, Optional<String> successor) {

    /** A departure that names nobody. */
    public static Departure because(EndReason reason) {
        return new Departure(reason, Optional.empty());
    }

    /** A departure in favour of a named candidate. */
    public static Departure inFavourOf(String successor) {
        return new Departure(EndReason.TRANSFERRED, Optional.of(successor));
    }
}
