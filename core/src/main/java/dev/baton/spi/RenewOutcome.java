package dev.baton.spi;

import dev.baton.machine.EndReason;
import dev.baton.machine.Moment;

/** The answer to a renewal. */
public sealed interface RenewOutcome {

    /** The claim is still ours, counted from the given moment, taken before the request left. */
    record Renewed(Moment countsFrom) implements RenewOutcome {}

    /** The claim is not ours any more. */
    record Gone(EndReason reason) implements RenewOutcome {}

    /** The store did not say; the claim may still be ours until its validity ends. */
    record Unknown(Throwable cause) implements RenewOutcome {}
}
