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
    <R> R match(Function<Renewed, R> renewed, Function<Gone, R> gone, Function<Unknown, R> unknown);

    /**
     * The store confirmed the claim again.
     *
     * @param countsFrom the start of the new validity: a reading taken before the request was sent
     */
    record Renewed(ClockReading countsFrom) implements RenewOutcome {
        @Override
        public <R> R match(Function<Renewed, R> renewed, Function<Gone, R> gone, Function<Unknown, R> unknown) {
            return renewed.apply(this);
        }
    }

    /** The candidate does not hold the claim any more. */
    record Gone(EndReason reason) implements RenewOutcome {
        @Override
        public <R> R match(Function<Renewed, R> renewed, Function<Gone, R> gone, Function<Unknown, R> unknown) {
            return gone.apply(this);
        }
    }

    /** The store did not confirm the claim; the candidate may still hold it until its validity ends. */
    record Unknown(Throwable cause) implements RenewOutcome {
        @Override
        public <R> R match(Function<Renewed, R> renewed, Function<Gone, R> gone, Function<Unknown, R> unknown) {
            return unknown.apply(this);
        }
    }
}
