package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.DRAIN;
import static dev.baton.internal.machine.Effect.Timer.GRACE;
import static dev.baton.internal.machine.Effect.Timer.RENEW;
import static dev.baton.internal.machine.Effect.Timer.VALIDITY;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import java.util.Optional;

/** LEADER: the claim is confirmed, and the candidate renews it. */
final class LeaderState extends TenureState {
    private static final String LEADING = "already leading";

    LeaderState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.StopRequested input) {
        return release(EndReason.SHUT_DOWN, Optional.empty());
    }

    @Override
    public Transition on(Input.StepDownRequested input) {
        return release(EndReason.RESIGNED, Optional.empty());
    }

    @Override
    public Transition on(Input.TransferRequested input) {
        return release(EndReason.TRANSFERRED, Optional.of(input.successor()));
    }

    @Override
    public Transition on(Input.ForceRequested input) {
        return ignored("no release is in progress; a new tenure has begun since the request");
    }

    @Override
    public Transition on(Input.HealthChanged input) {
        return input.healthy() ? recordHealth(input) : release(EndReason.UNHEALTHY, Optional.empty());
    }

    @Override
    public Transition on(Input.AttemptDue input) {
        return ignored(STALE_TIMER);
    }

    @Override
    public Transition on(Input.TryNow input) {
        return ignored(LEADING);
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        return ignored(LEADING);
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return ignored(LEADING);
    }

    @Override
    public Transition on(Input.RenewDue input) {
        return draft().effect(new Effect.Renew(now.epoch())).build();
    }

    @Override
    public Transition on(Input.Renewed input) {
        if (input.epoch() != now.epoch()) {
            return ignored(EARLIER_TENURE);
        }
        if (input.at() - now.countsFrom() >= timing.usableValidity().toNanos()) {
            return end(draft(), input.at(), EndReason.EXPIRED);
        }
        TransitionBuilder draft = draft().effect(new Effect.ExtendLeadership(input.countsFrom()));
        draft.renewFailing = false;
        return setClaimTimers(draft, input.at(), input.countsFrom()).build();
    }

    @Override
    public Transition on(Input.RenewUnknown input) {
        if (input.epoch() != now.epoch()) {
            return ignored(EARLIER_TENURE);
        }
        TransitionBuilder draft = draft();
        draft.renewFailing = true;
        return draft.publish(new CandidateEvent.ErrorRaised(input.cause()))
                .setTimer(RENEW, timing.renewRetry())
                .build();
    }

    @Override
    public Transition on(Input.ClaimGone input) {
        if (input.epoch() != now.epoch()) {
            return ignored(EARLIER_TENURE);
        }
        return end(draft(), input.at(), input.reason());
    }

    @Override
    public Transition on(Input.ValidityEnding input) {
        return end(draft(), input.at(), now.renewFailing() ? EndReason.UNREACHABLE : EndReason.EXPIRED);
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        throw impossible(input);
    }

    /** Ends the leadership by choice. The claim is kept until the work has stopped. */
    private Transition release(EndReason reason, Optional<String> successor) {
        TransitionBuilder draft = draft();
        draft.healthy = now.healthy() && reason != EndReason.UNHEALTHY;
        boolean thenStop = reason == EndReason.SHUT_DOWN || !settings.autoReacquire();
        draft.pendingEnd = Optional.of(new PendingEnd(reason, successor, thenStop, false));
        return draft.effect(new Effect.EndLeadership(reason))
                .cancelTimer(VALIDITY)
                .changeState(CandidateState.RELEASING)
                .setTimer(DRAIN, timing.drain())
                .build();
    }

    private Transition end(TransitionBuilder draft, long at, EndReason reason) {
        draft.effect(new Effect.EndLeadership(reason));
        if (settings.reconnectGrace().isEmpty() || !mayRecover(reason)) {
            return lose(draft, at, reason);
        }
        draft.pendingEnd = Optional.of(new PendingEnd(reason, Optional.empty(), false, false));
        draft.failedAttempts = 0;
        draft.cycleStarted = at;
        return draft.cancelTimer(RENEW)
                .cancelTimer(VALIDITY)
                .changeState(CandidateState.RECONNECTING)
                .setTimer(GRACE, settings.reconnectGrace().get())
                .build();
    }

    /** Returns whether the store may still hold the claim for this candidate, so that the grace period applies. */
    private static boolean mayRecover(EndReason reason) {
        return reason == EndReason.UNREACHABLE || reason == EndReason.EXPIRED || reason == EndReason.SESSION_CLOSED;
    }
}
