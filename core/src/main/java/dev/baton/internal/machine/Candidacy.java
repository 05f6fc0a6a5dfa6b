package dev.baton.internal.machine;

import dev.baton.CandidateState;
import java.time.Duration;
import java.util.Optional;

/**
 * All that the machine remembers of one candidate.
 *
 * @param state which of the six states it is in
 * @param healthy whether its health gate is open
 * @param working whether work of a reign that has begun has not been seen to stop
 * @param attempt the number of the attempt made last; answers to older ones come too late
 * @param tries failed attempts of this cycle
 * @param cycleStarted when this cycle of attempts began
 * @param lastError why the last attempt failed, if it failed with an error
 * @param freeAfter how soon the holder's claim may be free, as it said itself
 * @param notBefore until when it lets others go first
 * @param tryAgain whether a signal arrived while an attempt was under way
 * @param epoch the epoch of the reign; 0 without one, and for one that the store did not confirm
 * @param countsFrom the monotonic time from which the claim counts
 * @param renewFailing whether the last renewal failed
 * @param ending how the reign will be closed, while it is ending
 */
public record Candidacy(
        CandidateState state,
        boolean healthy,
        boolean working,
        long attempt,
        int tries,
        long cycleStarted,
        Optional<Throwable> lastError,
        Optional<Duration> freeAfter,
        long notBefore,
        boolean tryAgain,
        long epoch,
        long countsFrom,
        boolean renewFailing,
        Optional<PendingEnd> ending) {

    /** A candidate that has not started. */
    public static Candidacy initial() {
        return new Candidacy(
                CandidateState.STOPPED,
                true,
                false,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                Long.MIN_VALUE,
                false,
                0,
                0,
                false,
                Optional.empty());
    }

    TransitionBuilder draft() {
        return new TransitionBuilder(this);
    }
}
