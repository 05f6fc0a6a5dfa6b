package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of {@link Contender#acquire}.
 *
 * <pre>{@code
 * String text = outcome.match(
 *         won -> "acquired epoch " + won.claim().epoch(),
 *         held -> "held by " + held.holder(),
 *         unknown -> "failed: " + unknown.cause().getMessage());
 * }</pre>
 */
public sealed interface AcquireOutcome {

    /** Calls the function for this kind of outcome and returns its result. */
    <R> R match(Function<Won, R> won, Function<HeldBy, R> heldBy, Function<Unknown, R> unknown);

    /** The store confirmed the claim, and its epoch is durable. */
    record Won(Claim claim) implements AcquireOutcome {
        @Override
        public <R> R match(Function<Won, R> won, Function<HeldBy, R> heldBy, Function<Unknown, R> unknown) {
            return won.apply(this);
        }
    }

    /**
     * Another candidate holds the claim, or it is reserved for a named successor.
     *
     * @param holder the instance id of the holder, or a description of it; {@code "(local)"} for another candidate of
     *     this process
     * @param epoch the epoch of the holder; 0 if unknown
     * @param freeAfter when an attempt may succeed even without a signal, if the store knows
     */
    record HeldBy(String holder, long epoch, Optional<Duration> freeAfter) implements AcquireOutcome {
        @Override
        public <R> R match(Function<Won, R> won, Function<HeldBy, R> heldBy, Function<Unknown, R> unknown) {
            return heldBy.apply(this);
        }
    }

    /** The store may or may not have applied the attempt. The next attempt reads the store first. */
    record Unknown(Throwable cause) implements AcquireOutcome {
        @Override
        public <R> R match(Function<Won, R> won, Function<HeldBy, R> heldBy, Function<Unknown, R> unknown) {
            return unknown.apply(this);
        }
    }
}
