package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.StopCause;
import java.util.Optional;

/** ACQUIRING: an attempt is under way. */
final class AcquiringState extends StateHandler {

    AcquiringState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.Start input) {
        return ignored("already taking part");
    }

    @Override
    public Transition on(Input.StopRequested input) {
        return stopped(draft().go(CandidateState.STOPPED), StopCause.REQUESTED);
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
        return ignored("an attempt is under way");
    }

    @Override
    public Transition on(Input.TryNow input) {
        TransitionBuilder draft = draft();
        draft.tryAgain = true;
        return draft.done();
    }

    @Override
    public Transition on(Input.Won input) {
        if (input.attempt() != now.attempt()) {
            return giveBack(input);
        }
        if (!now.healthy() || tooOldToLead(input.at(), input.countsFrom())) {
            TransitionBuilder draft =
                    draft().then(new Effect.GiveBack(input.epoch())).go(CandidateState.FOLLOWER);
            draft.tell(new CandidateEvent.AcquireFailed(Optional.empty(), Optional.empty()));
            return askRetry(draft, input.at(), Optional.empty()).done();
        }
        TransitionBuilder draft = lead(draft(), input.at(), input.epoch(), input.countsFrom());
        return draft.tell(new CandidateEvent.Acquired(input.epoch())).done();
    }

    @Override
    public Transition on(Input.HeldByOther input) {
        if (input.attempt() != now.attempt()) {
            return ignored("an answer that came after its time limit");
        }
        TransitionBuilder draft = draft().go(CandidateState.FOLLOWER);
        draft.freeAfter = input.freeAfter();
        draft.tell(new CandidateEvent.AcquireFailed(Optional.of(input.holder()), Optional.empty()));
        if (now.tryAgain() && now.healthy()) {
            draft.tries++;
            return attempt(draft, input.at()).done();
        }
        return askRetry(draft, input.at(), Optional.empty()).done();
    }

    @Override
    public Transition on(Input.AcquireUnknown input) {
        if (input.attempt() != now.attempt()) {
            return ignored("an answer that came after its time limit; the next attempt reads back");
        }
        TransitionBuilder draft =
                draft().go(settings.autoReacquire() ? CandidateState.FOLLOWER : CandidateState.STOPPED);
        draft.tell(new CandidateEvent.AcquireFailed(Optional.empty(), Optional.of(input.cause())))
                .tell(new CandidateEvent.ErrorRaised(input.cause()));
        if (!settings.autoReacquire()) {
            return stopped(draft, StopCause.STORE_FAILED);
        }
        return askRetry(draft, input.at(), Optional.of(input.cause())).done();
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        return ignored("an attempt is under way");
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return ignored("an attempt is under way; the strategy is asked again when it fails");
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
}
