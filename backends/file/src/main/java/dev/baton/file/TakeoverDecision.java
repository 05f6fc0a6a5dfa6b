package dev.baton.file;

import dev.baton.EndReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Whether a candidate may take a claim. */
sealed interface TakeoverDecision {

    /** Passes the decision to the step for its type. */
    <T> T handle(Step<Take, T> onTake, Step<Wait, T> onWait) throws IOException;

    /** What follows from a decision. */
    interface Step<D, T> {
        T follow(D decision) throws IOException;
    }

    /**
     * The candidate may take the claim.
     *
     * @param before the reason for the end of the tenure before, if the history does not contain it yet
     */
    record Take(EndReason before) implements TakeoverDecision {
        @Override
        public <T> T handle(Step<Take, T> onTake, Step<Wait, T> onWait) throws IOException {
            return onTake.follow(this);
        }
    }

    /**
     * Another candidate holds the claim, or may hold it.
     *
     * @param process the process of the holder; empty if unknown
     * @param recorded whether a readable record names the holder
     */
    record Wait(String holder, long epoch, Optional<Duration> freeAfter, String process, boolean recorded)
            implements TakeoverDecision {
        @Override
        public <T> T handle(Step<Take, T> onTake, Step<Wait, T> onWait) throws IOException {
            return onWait.follow(this);
        }
    }
}
