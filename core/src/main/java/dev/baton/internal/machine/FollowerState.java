package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.ATTEMPT;

import dev.baton.CandidateState;
import dev.baton.StopCause;
import java.time.Duration;

/** FOLLOWER: waiting for the next attempt. */
final class FollowerState extends StateHandler {

    FollowerState(MachineSettings settings, Candidacy now) {
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
        TransitionBuilder draft = draft();
        draft.healthy = input.healthy();
        return input.healthy() ? standUnlessYielding(draft, input.at()) : draft.done();
    }

    @Override
    public Transition on(Input.AttemptDue input) {
        return stand(input.at(), AttemptHint.NORMAL);
    }

    @Override
    public Transition on(Input.TryNow input) {
        if (input.cue() != AttemptHint.SUMMONED && input.at() < now.notBefore()) {
            return ignored("letting others go first; the timer will come");
        }
        return stand(input.at(), input.cue());
    }

    @Override
    public Transition on(Input.Won input) {
        return giveBack(input);
    }

    @Override
    public Transition on(Input.HeldByOther input) {
        return ignored("an answer that came after its time limit");
    }

    @Override
    public Transition on(Input.AcquireUnknown input) {
        return ignored("an answer that came after its time limit; the next attempt reads back");
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        Duration delay = now.freeAfter()
                .filter(free -> free.compareTo(input.delay()) < 0)
                .orElse(input.delay());
        return draft().timer(ATTEMPT, delay).done();
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return stopped(draft().go(CandidateState.STOPPED), StopCause.GAVE_UP);
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
        return standUnlessYielding(draft, input.at());
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

    private Transition stand(long at, AttemptHint cue) {
        if (!now.healthy()) {
            return ignored("unhealthy: does not stand until it is well");
        }
        if (now.working()) {
            return ignored("work of the previous reign still runs: does not stand until it has stopped");
        }
        if (cue == AttemptHint.OUTRANKED) {
            TransitionBuilder draft = draft();
            draft.notBefore = at + timing.headStart().toNanos();
            return draft.timer(ATTEMPT, timing.headStart()).done();
        }
        TransitionBuilder draft = draft();
        if (cue == AttemptHint.SUMMONED) {
            // The leader yields to it in a moment: it must not go on letting others go first then.
            draft.notBefore = at;
        }
        return attempt(draft, at).done();
    }

    private Transition standUnlessYielding(TransitionBuilder draft, long at) {
        if (!draft.healthy || draft.working) {
            return draft.done();
        }
        return draft.timer(ATTEMPT, Duration.ofNanos(Math.max(0, draft.notBefore - at)))
                .done();
    }
}
