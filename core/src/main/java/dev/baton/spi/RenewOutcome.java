package dev.baton.spi;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import java.util.function.Function;

/**
 * The result of the renewal of one claim, by {@link Backend#renew} or {@link Contender#reclaim}.
 *
 * <pre>{@code
 * boolean held = outcome.match(renewed -> true, gone -> false, unknown -> true);
 * }</pre>
 */
public sealed interface RenewOutcome {

    /** Calls the function for this kind of outcome and returns its result. */
    default <R> R match(Function<Renewed, R> renewed, Function<Gone, R> gone, Function<Unknown, R> unknown) {
        if (this instanceof Renewed outcome) {
            return renewed.apply(outcome);
        }
        if (this instanceof Gone outcome) {
            return gone.apply(outcome);
        }
        return unknown.apply((Unknown) this);
    }

    /**
     * The store confirmed the claim again.
     *
     * @param countsFrom the start of the new validity: a reading taken before the request was sent
     */
    record Renewed(ClockReading countsFrom) implements RenewOutcome {}

    /** The candidate does not hold the claim any more. */
    record Gone(EndReason reason) implements RenewOutcome {}

    /** The store did not confirm the claim; the candidate may still hold it until its validity ends. */
    record Unknown(Throwable cause) implements RenewOutcome {}
}
