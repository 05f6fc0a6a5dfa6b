package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.ATTEMPT;
import static dev.baton.internal.machine.Effect.Timer.DRAIN;
import static dev.baton.internal.machine.Effect.Timer.GRACE;
import static dev.baton.internal.machine.Effect.Timer.RENEW;
import static dev.baton.internal.machine.Effect.Timer.VALIDITY;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.RetryAttempt;
import dev.baton.StopCause;
import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The moves that several states share; each state decides when to make them. */
abstract class StateHandler implements InputHandler {
    /** The states in which a tenure has begun and has not been closed. */
    static final Set<CandidateState> TENURE_STATES =
            Set.copyOf(EnumSet.of(CandidateState.LEADER, CandidateState.RECONNECTING, CandidateState.RELEASING));

    final MachineSettings settings;
    final CandidateTiming timing;
    final Candidacy now;

    StateHandler(MachineSettings settings, Candidacy now) {
        this.settings = settings;
        this.timing = settings.timing();
        this.now = now;
    }

    /** Nothing happens, and the reason is on record. */
    final Transition ignored(String why) {
        return new Transition(now, List.of(), why);
    }

    final IllegalStateException impossible(Input input) {
        return new IllegalStateException("cannot happen while " + now.state() + ": " + input);
    }

    final TransitionBuilder draft() {
        return now.draft();
    }

    /**
     * A grant that nobody waits for any more is given back, or a dead candidate would lead. Not so one
     * that a later attempt read back: it is the claim of the reign, whose work may still run.
     */
    final Transition giveBack(Input.Won won) {
        if (won.epoch() == now.epoch()) {
            return ignored("the grant that this reign began with, told twice");
        }
        return draft().then(new Effect.GiveBack(won.epoch())).done();
    }

    final TransitionBuilder attempt(TransitionBuilder draft, long at) {
        if (draft.tries == 0) {
            draft.cycleStarted = at;
        }
        draft.attempt++;
        draft.tryAgain = false;
        draft.freeAfter = Optional.empty();
        return draft.cancel(ATTEMPT).go(CandidateState.ACQUIRING).then(new Effect.TryAcquire(draft.attempt));
    }

    /** Counts a failed attempt and asks when to try again. */
    final TransitionBuilder askRetry(TransitionBuilder draft, long at, Optional<Throwable> cause) {
        draft.tries++;
        draft.lastError = cause;
        Duration elapsed = Duration.ofNanos(Math.max(0, at - draft.cycleStarted));
        return draft.then(new Effect.AskRetry(new RetryAttempt(draft.tries, elapsed, cause)));
    }

    /** Begins or resumes a reign; the caller tells what that means. */
    final TransitionBuilder lead(TransitionBuilder draft, long at, long epoch, ClockReading countsFrom) {
        draft.epoch = epoch;
        draft.working = true;
        draft.renewFailing = false;
        draft.tries = 0;
        draft.lastError = Optional.empty();
        draft.ending = Optional.empty();
        draft.then(new Effect.BeginLeadership(epoch, countsFrom)).go(CandidateState.LEADER);
        return trusted(draft, at, countsFrom);
    }

    /** Sets the timers of a claim that was just confirmed. */
    final TransitionBuilder trusted(TransitionBuilder draft, long at, ClockReading countsFrom) {
        draft.countsFrom = countsFrom.nanos();
        return draft.timer(RENEW, timing.renewInterval())
                .timer(VALIDITY, timing.demotion().minusNanos(at - countsFrom.nanos()));
    }

    final boolean tooOldToLead(long at, ClockReading countsFrom) {
        return at - countsFrom.nanos() >= timing.demotion().toNanos();
    }

    final boolean expired(long at) {
        return at - now.countsFrom() >= timing.trust().toNanos();
    }

    /** The reign is over and nothing was given back: stand again, or stop. */
    final Transition lost(TransitionBuilder draft, long at, EndReason reason) {
        long epoch = draft.epoch;
        forgetReign(draft);
        boolean stands = settings.autoReacquire() && reason != EndReason.SHUT_DOWN;
        draft.go(stands ? CandidateState.FOLLOWER : CandidateState.STOPPED)
                .tell(new CandidateEvent.Lost(epoch, reason));
        if (!stands) {
            return stopped(draft, reason == EndReason.SHUT_DOWN ? StopCause.REQUESTED : StopCause.NOT_REACQUIRING);
        }
        boolean chosen = reason == EndReason.RESIGNED || reason == EndReason.TRANSFERRED;
        return chosen
                ? yielding(draft, at)
                : draft.timer(ATTEMPT, Duration.ZERO).done();
    }

    /** Lets the others go first. */
    final Transition yielding(TransitionBuilder draft, long at) {
        draft.notBefore = at + timing.reacquireDelay().toNanos();
        return draft.timer(ATTEMPT, timing.reacquireDelay()).done();
    }

    /** The last words of a candidate that has just gone to STOPPED. */
    final Transition stopped(TransitionBuilder draft, StopCause cause) {
        draft.tries = 0;
        draft.lastError = Optional.empty();
        return draft.cancel(ATTEMPT)
                .then(new Effect.Withdraw())
                .tell(new CandidateEvent.Stopped(cause))
                .done();
    }

    final void forgetReign(TransitionBuilder draft) {
        draft.epoch = 0;
        draft.countsFrom = 0;
        draft.renewFailing = false;
        draft.ending = Optional.empty();
        draft.tries = 0;
        draft.cancel(RENEW).cancel(VALIDITY).cancel(GRACE).cancel(DRAIN);
    }

    final Transition healthNoted(Input.HealthChanged input) {
        TransitionBuilder draft = draft();
        draft.healthy = input.healthy();
        return draft.done();
    }

    /** The runtime failed: whatever was held is dropped, and the candidate is out. */
    @Override
    public Transition on(Input.RuntimeFailed input) {
        TransitionBuilder draft = draft();
        long epoch = draft.epoch;
        boolean reigning = StateHandler.TENURE_STATES.contains(now.state());
        if (now.state() == CandidateState.LEADER) {
            draft.then(new Effect.EndLeadership(EndReason.SESSION_CLOSED));
        }
        forgetReign(draft);
        draft.go(CandidateState.STOPPED);
        if (reigning) {
            draft.tell(new CandidateEvent.Lost(epoch, EndReason.SESSION_CLOSED));
        }
        draft.tell(new CandidateEvent.ErrorRaised(input.cause()));
        return stopped(draft, StopCause.RUNTIME_FAILED);
    }
}
