package dev.baton.spi;

import dev.baton.EndReason;
import java.util.Optional;

/**
 * Why a claim is given back, for whoever reads the history.
 *
 * @param successor who should lead next, if anybody was named
 */
public record ReleaseRequest(EndReason reason, Optional<String> successor) {

    /** A departure that names nobody. */
    public static ReleaseRequest of(EndReason reason) {
        return new ReleaseRequest(reason, Optional.empty());
    }

    /** A departure in favour of a named candidate. */
    public static ReleaseRequest toSuccessor(String successor) {
        return new ReleaseRequest(EndReason.TRANSFERRED, Optional.of(successor));
    }
}
