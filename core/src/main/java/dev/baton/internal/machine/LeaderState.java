package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.DRAIN;
import static dev.baton.internal.machine.Effect.Timer.GRACE;
import static dev.baton.internal.machine.Effect.Timer.RENEW;
import static dev.baton.internal.machine.Effect.Timer.VALIDITY;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import java.util.Optional;

/** LEADER: the claim is confirmed and kept alive. */
final class LeaderState extends StateHandler {

    LeaderState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.Start input) {
        return ignored("already taking part");
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
        return ignored("nothing is being released; the request was overtaken by a new reign");
    }

    @Override
    public Transition on(Input.HealthChanged input) {
        if (input.healthy()) {
            return healthNoted(input);
        }
        return release(EndReason.UNHEALTHY, Optional.empty());
    }

    @Override
    public Transition on(Input.AttemptDue input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.TryNow input) {
        return ignored("already leading");
    }

    @Override
    public Transition on(Input.Won input) {
        return giveBack(input);
    }

    @Override
    public Transition on(Input.HeldByOther input) {
        return ignored("an answer to an older attempt");
    }

    @Override
    public Transition on(Input.AcquireUnknown input) {
        return ignored("an answer to an older attempt");
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        return ignored("already leading");
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return ignored("already leading");
    }

    @Override
    public Transition on(Input.RenewDue input) {
        return draft().then(new Effect.Renew(now.epoch())).done();
    }

    @Override
    public Transition on(Input.Renewed input) {
        if (input.epoch() != now.epoch()) {
            return ignored("a renewal of an earlier reign");
        }
        if (expired(input.at())) {
            return end(draft(), input.at(), EndReason.EXPIRED);
        }
        TransitionBuilder draft = draft().then(new Effect.ExtendLeadership(input.countsFrom()));
        draft.renewFailing = false;
        return trusted(draft, input.at(), input.countsFrom()).done();
    }

    @Override
    public Transition on(Input.RenewUnknown input) {
        if (input.epoch() != now.epoch()) {
            return ignored("a renewal of an earlier reign");
        }
        TransitionBuilder draft = draft();
        draft.renewFailing = true;
        return draft.tell(new CandidateEvent.ErrorRaised(input.cause()))
                .timer(RENEW, timing.renewRetry())
                .done();
    }

    @Override
    public Transition on(Input.ClaimGone input) {
        if (input.epoch() != now.epoch()) {
            return ignored("the claim of an earlier reign");
        }
        return end(draft(), input.at(), input.reason());
    }

    @Override
    public Transition on(Input.ValidityEnding input) {
        return end(draft(), input.at(), now.renewFailing() ? EndReason.UNREACHABLE : EndReason.EXPIRED);
    }

    @Override
    public Transition on(Input.GraceExpired input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        throw impossible(input);
    }

    @Override
    public Transition on(Input.DrainExpired input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.ReleaseDone input) {
        return ignored("a release that was forced before it was answered");
    }

    @Override
    public Transition on(Input.ReleaseUnknown input) {
        return ignored("a release that was forced before it was answered");
    }

    /** A chosen end: the leadership ends first, the claim is kept until the work has stopped. */
    private Transition release(EndReason reason, Optional<String> successor) {
        TransitionBuilder draft = draft();
        draft.healthy = now.healthy() && reason != EndReason.UNHEALTHY;
        boolean thenStop = reason == EndReason.SHUT_DOWN || !settings.autoReacquire();
        draft.ending = Optional.of(new PendingEnd(reason, successor, thenStop, false));
        return draft.then(new Effect.EndLeadership(reason))
                .cancel(VALIDITY)
                .go(CandidateState.RELEASING)
                .timer(DRAIN, timing.drain())
                .done();
    }

    private Transition end(TransitionBuilder draft, long at, EndReason reason) {
        draft.then(new Effect.EndLeadership(reason));
        if (settings.reconnectGrace().isEmpty() || !mayRecover(reason)) {
            return lost(draft, at, reason);
        }
        draft.ending = Optional.of(new PendingEnd(reason, Optional.empty(), false, false));
        draft.tries = 0;
        draft.cycleStarted = at;
        return draft.cancel(RENEW)
                .cancel(VALIDITY)
                .go(CandidateState.RECONNECTING)
                .timer(GRACE, settings.reconnectGrace().get())
                .done();
    }

    /** Whether the store may still hold the claim for this candidate, so that a grace period makes sense. */
    private static boolean mayRecover(EndReason reason) {
        return reason == EndReason.UNREACHABLE || reason == EndReason.EXPIRED || reason == EndReason.SESSION_CLOSED;
    }
}
