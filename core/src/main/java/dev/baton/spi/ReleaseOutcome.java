package dev.baton.spi;

import java.util.function.Function;

/**
 * The result of {@link Contender#release}.
 *
 * <pre>{@code
 * String text = outcome.match(released -> "released", notOurs -> "held by another", unknown -> "unknown");
 * }</pre>
 */
public sealed interface ReleaseOutcome {

    /** Calls the function for this kind of outcome and returns its result. */
    <R> R match(Function<Released, R> released, Function<NotOurs, R> notOurs, Function<Unknown, R> unknown);

    /** The candidate held the claim, and it is free now. */
    record Released() implements ReleaseOutcome {
        @Override
        public <R> R match(Function<Released, R> released, Function<NotOurs, R> notOurs, Function<Unknown, R> unknown) {
            return released.apply(this);
        }
    }

    /** The candidate did not hold the claim any more; the store was not changed. */
    record NotOurs() implements ReleaseOutcome {
        @Override
        public <R> R match(Function<Released, R> released, Function<NotOurs, R> notOurs, Function<Unknown, R> unknown) {
            return notOurs.apply(this);
        }
    }

    /** The store may or may not have applied the release. */
    record Unknown(Throwable cause) implements ReleaseOutcome {
        @Override
        public <R> R match(Function<Released, R> released, Function<NotOurs, R> notOurs, Function<Unknown, R> unknown) {
            return unknown.apply(this);
        }
    }
}
