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

/** The steps that several states share, and the handling of inputs that only one state acts on. */
abstract class StateHandler implements InputHandler {
    /** The states in which a tenure has begun and has not been closed. */
    static final Set<CandidateState> TENURE_STATES =
            Set.copyOf(EnumSet.of(CandidateState.LEADER, CandidateState.RECONNECTING, CandidateState.RELEASING));

    static final String NOT_LEADING = "not leading";
    static final String STALE_TIMER = "the timer fired before it was cancelled";
    static final String LATE_REPLY = "the reply arrived after its time limit";
    static final String LATE_UNKNOWN_REPLY = "the reply arrived after its time limit; the next attempt reads the store";
    static final String LATE_RENEWAL = "the renewal arrived after the end of the tenure";
    static final String OLDER_ATTEMPT = "reply to an older attempt";
    static final String EARLIER_TENURE = "the claim belongs to an earlier tenure";
    static final String RELEASE_FORCED = "the release was forced before this reply arrived";

    final MachineSettings settings;
    final CandidateTiming timing;
    final Candidacy now;

    StateHandler(MachineSettings settings, Candidacy now) {
        this.settings = settings;
        this.timing = settings.timing();
        this.now = now;
    }

    @Override
    public Transition on(Input.Start input) {
        return ignored("already started");
    }

    @Override
    public Transition on(Input.ValidityEnding input) {
        return ignored(STALE_TIMER);
    }

    @Override
    public Transition on(Input.GraceExpired input) {
        return ignored(STALE_TIMER);
    }

    @Override
    public Transition on(Input.DrainExpired input) {
        return ignored(STALE_TIMER);
    }

    @Override
    public Transition on(Input.ReleaseDone input) {
        return ignored(RELEASE_FORCED);
    }

    @Override
    public Transition on(Input.ReleaseUnknown input) {
        return ignored(RELEASE_FORCED);
    }

    /** Stops the candidate after an internal error and drops whatever it holds. */
    @Override
    public Transition on(Input.RuntimeFailed input) {
        TransitionBuilder draft = draft();
        long epoch = draft.epoch;
        if (now.state() == CandidateState.LEADER) {
            draft.effect(new Effect.EndLeadership(EndReason.SESSION_CLOSED));
        }
        clearTenure(draft);
        draft.changeState(CandidateState.STOPPED);
        if (TENURE_STATES.contains(now.state())) {
            draft.publish(new CandidateEvent.Lost(epoch, EndReason.SESSION_CLOSED));
        }
        draft.publish(new CandidateEvent.ErrorRaised(input.cause()));
        return stop(draft, StopCause.RUNTIME_FAILED);
    }

    /** Returns a transition that changes nothing and records why. */
    final Transition ignored(String why) {
        return new Transition(now, List.of(), why);
    }

    final IllegalStateException impossible(Input input) {
        return new IllegalStateException("input is impossible in state " + now.state() + ": " + input);
    }

    final TransitionBuilder draft() {
        return now.draft();
    }

    /**
     * Releases a claim that was granted after its attempt was abandoned; otherwise a stopped candidate would hold it.
     * A grant with the epoch of the current tenure is kept: it is the same claim, which a later attempt found.
     */
    final Transition discardGrant(Input.Won won) {
        if (won.epoch() == now.epoch()) {
            return ignored("the claim of the current tenure, granted twice");
        }
        return draft().effect(new Effect.DiscardGrant(won.epoch())).build();
    }

    final TransitionBuilder startAttempt(TransitionBuilder draft, long at) {
        if (draft.failedAttempts == 0) {
            draft.cycleStarted = at;
        }
        draft.attempt++;
        draft.signalPending = false;
        draft.freeAfter = Optional.empty();
        return draft.cancelTimer(ATTEMPT)
                .changeState(CandidateState.ACQUIRING)
                .effect(new Effect.TryAcquire(draft.attempt));
    }

    /** Counts a failed attempt and calls the retry strategy. */
    final TransitionBuilder scheduleRetry(TransitionBuilder draft, long at, Optional<Throwable> cause) {
        draft.failedAttempts++;
        Duration elapsed = Duration.ofNanos(Math.max(0, at - draft.cycleStarted));
        return draft.effect(new Effect.ScheduleRetry(new RetryAttempt(draft.failedAttempts, elapsed, cause)));
    }

    /** Begins or resumes a tenure. The caller publishes the matching event. */
    final TransitionBuilder beginTenure(TransitionBuilder draft, long at, long epoch, ClockReading countsFrom) {
        draft.epoch = epoch;
        draft.workRunning = true;
        draft.renewFailing = false;
        draft.failedAttempts = 0;
        draft.pendingEnd = Optional.empty();
        draft.effect(new Effect.BeginLeadership(epoch, countsFrom)).changeState(CandidateState.LEADER);
        return setClaimTimers(draft, at, countsFrom);
    }

    /** Sets the timers of a claim that the store has just confirmed. */
    final TransitionBuilder setClaimTimers(TransitionBuilder draft, long at, ClockReading countsFrom) {
        draft.countsFrom = countsFrom.nanos();
        return draft.setTimer(RENEW, timing.renewInterval())
                .setTimer(VALIDITY, timing.workStopAfter().minusNanos(at - countsFrom.nanos()));
    }

    final boolean tooOldToLead(long at, ClockReading countsFrom) {
        return at - countsFrom.nanos() >= timing.workStopAfter().toNanos();
    }

    /** Ends a lost tenure: the candidate becomes a standby again, or stops if {@code autoReacquire} is off. */
    final Transition lose(TransitionBuilder draft, long at, EndReason reason) {
        long epoch = draft.epoch;
        clearTenure(draft);
        boolean reacquires = settings.autoReacquire() && reason != EndReason.SHUT_DOWN;
        draft.changeState(reacquires ? CandidateState.FOLLOWER : CandidateState.STOPPED)
                .publish(new CandidateEvent.Lost(epoch, reason));
        if (!reacquires) {
            return stop(draft, reason == EndReason.SHUT_DOWN ? StopCause.REQUESTED : StopCause.NOT_REACQUIRING);
        }
        boolean chosen = reason == EndReason.RESIGNED || reason == EndReason.TRANSFERRED;
        return chosen
                ? letOthersGoFirst(draft, at)
                : draft.setTimer(ATTEMPT, Duration.ZERO).build();
    }

    final Transition letOthersGoFirst(TransitionBuilder draft, long at) {
        draft.notBefore = at + timing.reacquireDelay().toNanos();
        return draft.setTimer(ATTEMPT, timing.reacquireDelay()).build();
    }

    /** Completes a change to STOPPED. */
    final Transition stop(TransitionBuilder draft, StopCause cause) {
        draft.failedAttempts = 0;
        return draft.cancelTimer(ATTEMPT)
                .effect(new Effect.Withdraw())
                .publish(new CandidateEvent.Stopped(cause))
                .build();
    }

    final void clearTenure(TransitionBuilder draft) {
        draft.epoch = 0;
        draft.countsFrom = 0;
        draft.renewFailing = false;
        draft.pendingEnd = Optional.empty();
        draft.failedAttempts = 0;
        draft.cancelTimer(RENEW).cancelTimer(VALIDITY).cancelTimer(GRACE).cancelTimer(DRAIN);
    }

    final Transition recordHealth(Input.HealthChanged input) {
        TransitionBuilder draft = draft();
        draft.healthy = input.healthy();
        return draft.build();
    }

    final TransitionBuilder workStopped() {
        TransitionBuilder draft = draft();
        draft.workRunning = false;
        return draft;
    }
}
