package dev.baton.spi;

import dev.baton.ClockReading;
import dev.baton.EndReason;

/** The answer to a renewal. */
public sealed interface RenewOutcome {

    /** The claim is still ours, counted from the given moment, taken before the request left. */
    record Renewed(ClockReading countsFrom) implements RenewOutcome {}

    /** The claim is not ours any more. */
    record Gone(EndReason reason) implements RenewOutcome {}

    /** The store did not say; the claim may still be ours until its validity ends. */
    record Unknown(Throwable cause) implements RenewOutcome {}
}
