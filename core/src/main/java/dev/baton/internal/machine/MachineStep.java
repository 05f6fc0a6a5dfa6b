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
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** One step of the machine: the transition that an input builds, and the parts that several inputs share. */
final class MachineStep extends TransitionBuilder {
    static final String ACQUIRING = "an attempt is in progress";
    static final String LEADING = "already leading";
    static final String RELEASING = "already releasing";
    static final String LATE_ANSWER = "answer to an earlier request";

    final MachineSettings settings;
    final CandidateTiming timing;
    private final Candidacy before;
    private final long at;

    MachineStep(MachineSettings settings, Candidacy before, long at) {
        super(before);
        this.settings = settings;
        this.timing = settings.timing();
        this.before = before;
        this.at = at;
    }

    /** Returns a transition that changes nothing and records why. */
    Transition ignored(String why) {
        return new Transition(before, List.of(), why);
    }

    Transition staleTimer() {
        return ignored("the timer fired before it was cancelled");
    }

    /** An answer is awaited only in the states that send its request. */
    IllegalStateException unexpected(Input input) {
        return new IllegalStateException("input is impossible in state " + state + ": " + input);
    }

    /**
     * Releases a claim that was granted after its attempt was abandoned; otherwise a stopped candidate would hold it.
     * A grant with the epoch of the current tenure is kept: it is the same claim, which a later attempt found.
     */
    Transition discardGrant(long granted) {
        return granted == epoch
                ? ignored("the claim of the current tenure, granted twice")
                : effect(new Effect.DiscardGrant(granted)).build();
    }

    /** Handles a late answer after which the store may hold a claim of this candidate. */
    Transition withdrawIfStopped() {
        return state == CandidateState.STOPPED ? effect(new Effect.Withdraw()).build() : ignored(LATE_ANSWER);
    }

    Transition withdraw() {
        return effect(new Effect.Withdraw()).build();
    }

    Transition tryAcquire(AttemptHint hint) {
        if (!healthy) {
            return ignored("unhealthy: no attempt until the health check succeeds");
        }
        if (workRunning) {
            return ignored("work of the previous tenure is still running: no attempt until it has stopped");
        }
        if (hint == AttemptHint.OUTRANKED) {
            return letOthersGoFirst(timing.headStart());
        }
        if (hint == AttemptHint.NAMED_SUCCESSOR) {
            // The leader is about to release the claim to this candidate, so it must not let others go first.
            notBefore = at;
        }
        return startAttempt();
    }

    Transition startAttempt() {
        if (failedAttempts == 0) {
            cycleStarted = at;
        }
        signalPending = false;
        freeAfter = Optional.empty();
        return cancelTimer(ATTEMPT)
                .changeState(CandidateState.ACQUIRING)
                .send(awaited.withAcquire(), Effect.TryAcquire::new)
                .build();
    }

    Transition attemptAfter(Duration delay) {
        return setTimer(ATTEMPT, delay).build();
    }

    /** Sets the timer of the next attempt, unless the candidate is unhealthy or old work is running. */
    Transition attemptIfReady() {
        return healthy && !workRunning ? attemptAfter(Duration.ofNanos(Math.max(0, notBefore - at))) : build();
    }

    Transition letOthersGoFirst(Duration delay) {
        notBefore = at + delay.toNanos();
        return attemptAfter(delay);
    }

    /** Counts a failed attempt and calls the retry strategy. */
    Transition scheduleRetry(Optional<Throwable> cause) {
        failedAttempts++;
        Duration elapsed = Duration.ofNanos(Math.max(0, at - cycleStarted));
        return effect(new Effect.ScheduleRetry(new RetryAttempt(failedAttempts, elapsed, cause)))
                .build();
    }

    /** Begins or resumes a tenure. */
    TransitionBuilder beginTenure(long granted, ClockReading from) {
        epoch = granted;
        workRunning = true;
        workSince = at;
        renewFailing = false;
        failedAttempts = 0;
        pendingEnd = Optional.empty();
        effect(new Effect.BeginLeadership(granted, from)).changeState(CandidateState.LEADER);
        return setClaimTimers(from);
    }

    /** Sets the timers of a claim that the store has just confirmed. */
    TransitionBuilder setClaimTimers(ClockReading from) {
        countsFrom = from.nanos();
        return setTimer(RENEW, timing.renewInterval())
                .setTimer(VALIDITY, timing.workStopAfter().minusNanos(at - countsFrom));
    }

    boolean tooOldToLead(ClockReading from) {
        return at - from.nanos() >= timing.workStopAfter().toNanos();
    }

    /** Ends the leadership by choice. The claim is kept until the work has stopped. */
    Transition release(EndReason reason, Optional<String> successor) {
        boolean thenStop = reason == EndReason.SHUT_DOWN || !settings.autoReacquire();
        pendingEnd = Optional.of(new PendingEnd(reason, successor, thenStop, false));
        return effect(new Effect.EndLeadership(reason))
                .cancelTimer(VALIDITY)
                .changeState(CandidateState.RELEASING)
                .setTimer(DRAIN, timing.drain())
                .build();
    }

    /** Ends the leadership without a choice. The claim may be recovered if the store may still hold it. */
    Transition end(EndReason reason) {
        boolean mayRecover =
                reason == EndReason.UNREACHABLE || reason == EndReason.EXPIRED || reason == EndReason.SESSION_CLOSED;
        effect(new Effect.EndLeadership(reason));
        if (settings.reconnectGrace().isEmpty() || !mayRecover) {
            return lose(reason);
        }
        pendingEnd = Optional.of(new PendingEnd(reason, Optional.empty(), false, false));
        failedAttempts = 0;
        cycleStarted = at;
        return cancelTimer(RENEW)
                .cancelTimer(VALIDITY)
                .changeState(CandidateState.RECONNECTING)
                .setTimer(GRACE, settings.reconnectGrace().get())
                .build();
    }

    /** Ends a lost tenure: the candidate becomes a standby again, or stops if {@code autoReacquire} is off. */
    Transition lose(EndReason reason) {
        CandidateEvent lost = new CandidateEvent.Lost(epoch, reason);
        clearTenure();
        if (reason == EndReason.SHUT_DOWN) {
            return stop(StopCause.REQUESTED, lost);
        }
        if (!settings.autoReacquire()) {
            return stop(StopCause.NOT_REACQUIRING, lost);
        }
        changeState(CandidateState.FOLLOWER).publish(lost);
        boolean chosen = reason == EndReason.RESIGNED || reason == EndReason.TRANSFERRED;
        return chosen ? letOthersGoFirst(timing.reacquireDelay()) : attemptAfter(Duration.ZERO);
    }

    Transition reclaim() {
        return workRunning
                ? ignored("work of the tenure is still running: no reclaim until it has stopped")
                : awaited.reclaim() > 0
                        ? ignored("a reclaim is in progress")
                        : send(awaited.withReclaim(), number -> new Effect.Reclaim(number, epoch))
                                .build();
    }

    TransitionBuilder renew() {
        awaited = awaited.withRenew();
        return effect(new Effect.Renew(awaited.renew(), epoch));
    }

    EndReason causeOfContactLoss() {
        return pendingEnd.map(PendingEnd::reason).orElse(EndReason.UNREACHABLE);
    }

    /** Returns how the tenure will be closed, in state RELEASING. */
    PendingEnd releasing() {
        return pendingEnd.orElseThrow(
                () -> new IllegalStateException("state RELEASING without a pending end: " + before));
    }

    /** Runs the action in state RELEASING, unless the release was sent. */
    Transition unlessReleased(Supplier<TransitionBuilder> action) {
        return releasing().released()
                ? ignored("the release request is in progress")
                : action.get().build();
    }

    TransitionBuilder sendRelease() {
        PendingEnd end = releasing();
        pendingEnd = Optional.of(end.releasing());
        return cancelTimer(DRAIN)
                .cancelTimer(RENEW)
                .send(
                        awaited.withRelease(),
                        number -> new Effect.Release(number, epoch, end.reason(), end.successor()));
    }

    /** Drops the session, which frees the claim without a reply. */
    Transition dropSession(Throwable cause) {
        effect(new Effect.Withdraw()).publish(new CandidateEvent.ErrorRaised(cause));
        return close(new CandidateEvent.Lost(epoch, EndReason.SESSION_CLOSED));
    }

    /** Closes a tenure that ended by choice. */
    Transition close(CandidateEvent event) {
        PendingEnd end = releasing();
        clearTenure();
        if (end.thenStop()) {
            boolean requested = end.reason() == EndReason.SHUT_DOWN || settings.autoReacquire();
            return stop(requested ? StopCause.REQUESTED : StopCause.NOT_REACQUIRING, event);
        }
        changeState(CandidateState.FOLLOWER).publish(event);
        return switch (end.reason()) {
            case UNHEALTHY -> attemptAfter(Duration.ZERO);
            case WORK_FAILED -> letOthersGoFirst(workBackoff.delay());
            case TAKEN_OVER, UNREACHABLE, EXPIRED, SESSION_CLOSED, TRANSFERRED, RESIGNED, SHUT_DOWN ->
                letOthersGoFirst(timing.reacquireDelay());
        };
    }

    MachineStep clearTenure() {
        epoch = 0;
        countsFrom = 0;
        renewFailing = false;
        pendingEnd = Optional.empty();
        failedAttempts = 0;
        cancelTimer(RENEW).cancelTimer(VALIDITY).cancelTimer(GRACE).cancelTimer(DRAIN);
        return this;
    }

    /** Stops the candidate and publishes the events that led to it. */
    Transition stop(StopCause cause, CandidateEvent... events) {
        failedAttempts = 0;
        changeState(CandidateState.STOPPED);
        List.of(events).forEach(this::publish);
        return cancelTimer(ATTEMPT)
                .effect(new Effect.Withdraw())
                .publish(new CandidateEvent.Stopped(cause))
                .build();
    }
}
