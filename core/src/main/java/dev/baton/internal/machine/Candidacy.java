package dev.baton.internal.machine;

import dev.baton.CandidateState;
import java.time.Duration;
import java.util.Optional;

/**
 * The complete state of one candidate.
 *
 * @param state the state that the API shows
 * @param healthy the last result of the health check
 * @param workRunning whether work of a tenure was started and has not been seen to stop
 * @param awaited the requests whose answers are awaited; every other answer is late
 * @param failedAttempts the number of failed attempts in this cycle
 * @param cycleStarted when this cycle of attempts began
 * @param freeAfter when the claim may be free, as the store reported it
 * @param notBefore until when the candidate lets others go first
 * @param signalPending whether a signal to try arrived during an attempt
 * @param epoch the epoch of the tenure; 0 without one, and for one that the store did not confirm
 * @param countsFrom the monotonic time from which the validity of the claim counts
 * @param renewFailing whether the last renewal failed
 * @param pendingEnd how the tenure will be closed, while it is ending
 * @param workSince when the work of the tenure began
 * @param workBackoff the delay after failed work
 */
public record Candidacy(
        CandidateState state,
        boolean healthy,
        boolean workRunning,
        AwaitedAnswers awaited,
        int failedAttempts,
        long cycleStarted,
        Optional<Duration> freeAfter,
        long notBefore,
        boolean signalPending,
        long epoch,
        long countsFrom,
        boolean renewFailing,
        Optional<PendingEnd> pendingEnd,
        long workSince,
        WorkBackoff workBackoff) {

    /** Returns the state after an internal error: stopped, without a tenure. Requests keep their numbers. */
    public Candidacy abandoned() {
        Candidacy initial = initial(healthy);
        return new Candidacy(
                initial.state,
                healthy,
                workRunning,
                awaited.without(),
                initial.failedAttempts,
                initial.cycleStarted,
                initial.freeAfter,
                initial.notBefore,
                initial.signalPending,
                initial.epoch,
                initial.countsFrom,
                initial.renewFailing,
                initial.pendingEnd,
                initial.workSince,
                workBackoff);
    }

    /** Returns the state of a candidate that has not started. */
    public static Candidacy initial(boolean healthy) {
        return new Candidacy(
                CandidateState.STOPPED,
                healthy,
                false,
                AwaitedAnswers.NONE,
                0,
                0,
                Optional.empty(),
                Long.MIN_VALUE,
                false,
                0,
                0,
                false,
                Optional.empty(),
                0,
                WorkBackoff.NONE);
    }
}
