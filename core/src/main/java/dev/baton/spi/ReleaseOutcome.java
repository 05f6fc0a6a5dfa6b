package dev.baton.spi;

/** The answer to a release. */
public sealed interface ReleaseOutcome {

    /** The claim was ours and is free now. */
    record Released() implements ReleaseOutcome {}

    /** The claim was not ours any more; nothing was touched. */
    record NotOurs() implements ReleaseOutcome {}

    /** The release may or may not have been applied. */
    record Unknown(Throwable cause) implements ReleaseOutcome {}
}
