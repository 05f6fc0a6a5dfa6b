package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;

/** The answer to an attempt. */
public sealed interface AcquireOutcome {

    /** The store confirmed the claim, and its epoch is durable. */
    record Won(Claim claim) implements AcquireOutcome {}

    /**
     * Somebody else leads, or has a reservation.
     *
     * @param holder the instance id of the holder, or what is known of it; {@code "(local)"} for
     *     another candidate of this process
     * @param epoch the holder's epoch, 0 when not known
     * @param freeAfter how soon an attempt may succeed even without a signal, when the store can tell
     */
    record HeldBy(String holder, long epoch, Optional<Duration> freeAfter) implements AcquireOutcome {}

    /** The attempt may or may not have been applied; the next one reads back. */
    record Unknown(Throwable cause) implements AcquireOutcome {}
}
