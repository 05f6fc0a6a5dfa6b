package dev.baton.file;

import dev.baton.EndReason;
import java.time.Duration;
import java.util.Optional;

/** Whether a claim may be taken. */
sealed interface TakeoverDecision {

    /**
     * It may.
     *
     * @param before how the reign before ended, should nobody have written it down
     */
    record Take(EndReason before) implements TakeoverDecision {}

    /**
     * Somebody has it, or may have it.
     *
     * @param process the holder's, empty when not known
     * @param recorded whether a readable record says so; else it is only feared
     */
    record Wait(String holder, long epoch, Optional<Duration> freeAfter, String process, boolean recorded)
            implements TakeoverDecision {}
}
