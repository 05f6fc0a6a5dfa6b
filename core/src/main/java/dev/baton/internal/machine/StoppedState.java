package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.ATTEMPT;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import java.time.Duration;

/** STOPPED: not taking part. */
final class StoppedState extends StateHandler {

    StoppedState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.Start input) {
        TransitionBuilder draft = draft();
        draft.notBefore = input.at();
        return draft.go(CandidateState.FOLLOWER).timer(ATTEMPT, Duration.ZERO).done();
    }

    @Override
    public Transition on(Input.StopRequested input) {
        return ignored("already stopped");
    }

    @Override
    public Transition on(Input.StepDownRequested input) {
        return ignored("nothing to step down from");
    }

    @Override
    public Transition on(Input.TransferRequested input) {
        return ignored("nothing to transfer");
    }

    @Override
    public Transition on(Input.ForceRequested input) {
        return ignored("nothing to force");
    }

    @Override
    public Transition on(Input.HealthChanged input) {
        return healthNoted(input);
    }

    @Override
    public Transition on(Input.AttemptDue input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.TryNow input) {
        return ignored("not taking part");
    }

    @Override
    public Transition on(Input.Won input) {
        return giveBack(input);
    }

    @Override
    public Transition on(Input.HeldByOther input) {
        return ignored("an answer to an attempt that was abandoned");
    }

    @Override
    public Transition on(Input.AcquireUnknown input) {
        return draft().then(new Effect.Withdraw()).done();
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        return ignored("not taking part");
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return ignored("already stopped");
    }

    @Override
    public Transition on(Input.RenewDue input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.Renewed input) {
        return ignored("a renewal that came after the end");
    }

    @Override
    public Transition on(Input.RenewUnknown input) {
        return ignored("a renewal that came after the end");
    }

    @Override
    public Transition on(Input.ClaimGone input) {
        return ignored("the reign has ended already");
    }

    @Override
    public Transition on(Input.ValidityEnding input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.GraceExpired input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        TransitionBuilder draft = draft();
        draft.working = false;
        return draft.done();
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

    @Override
    public Transition on(Input.RuntimeFailed input) {
        return draft().tell(new CandidateEvent.ErrorRaised(input.cause())).done();
    }
}
