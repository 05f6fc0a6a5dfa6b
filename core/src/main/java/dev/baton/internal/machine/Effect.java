package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.RetryAttempt;
import java.time.Duration;
import java.util.Optional;

/** What the runtime has to do, in the order of the list it came in. */
public sealed interface Effect {

    /** Ask the store for the claim; the answer names the attempt. */
    record TryAcquire(long attempt) implements Effect {}

    /** Ask the store to confirm the claim. */
    record Renew(long epoch) implements Effect {}

    /** Ask the store for a claim in doubt, under its old epoch, on a new session where needed. */
    record Reclaim(long epoch) implements Effect {}

    /** Give the claim back, for a named successor where there is one. */
    record Release(long epoch, EndReason reason, Optional<String> successor) implements Effect {}

    /** Give back a claim that was granted too late; nobody waits for the answer. */
    record GiveBack(long epoch) implements Effect {}

    /** Drop whatever a lost reply may have left with the store. */
    record Withdraw() implements Effect {}

    /** Fire the timer after the delay; one that is set again is moved. */
    record SetTimer(Timer timer, Duration delay) implements Effect {}

    /** Do not fire the timer. */
    record CancelTimer(Timer timer) implements Effect {}

    /** Ask the retry strategy when to try again. */
    record AskRetry(RetryAttempt context) implements Effect {}

    /** Hand out a leadership that counts from the given moment and start its work. */
    record BeginLeadership(long epoch, ClockReading countsFrom) implements Effect {}

    /** Let the leadership count from a later moment. */
    record ExtendLeadership(ClockReading countsFrom) implements Effect {}

    /** Make the leadership invalid at once, interrupt its work, and say when it has stopped. */
    record EndLeadership(EndReason reason) implements Effect {}

    /** Tell the listeners. */
    record Tell(CandidateEvent event) implements Effect {}

    /** The timers a candidate may have running, one of each. */
    enum Timer {
        ATTEMPT,
        RENEW,
        VALIDITY,
        GRACE,
        DRAIN
    }
}
