package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.ATTEMPT;
import static dev.baton.internal.machine.Effect.Timer.GRACE;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.StopCause;
import java.util.Optional;

/** RECONNECTING: the leadership is invalid, the claim may still be ours, the grace period runs. */
final class ReconnectingState extends StateHandler {

    ReconnectingState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.Start input) {
        return ignored("already taking part");
    }

    @Override
    public Transition on(Input.StopRequested input) {
        return lost(draft(), input.at(), EndReason.SHUT_DOWN);
    }

    @Override
    public Transition on(Input.StepDownRequested input) {
        return lost(draft(), input.at(), EndReason.RESIGNED);
    }

    @Override
    public Transition on(Input.TransferRequested input) {
        return lost(draft(), input.at(), EndReason.TRANSFERRED);
    }

    @Override
    public Transition on(Input.ForceRequested input) {
        return ignored("nothing is being released");
    }

    @Override
    public Transition on(Input.HealthChanged input) {
        TransitionBuilder draft = draft();
        draft.healthy = input.healthy();
        return input.healthy() ? draft.done() : lost(draft, input.at(), EndReason.UNHEALTHY);
    }

    @Override
    public Transition on(Input.AttemptDue input) {
        return reclaim();
    }

    @Override
    public Transition on(Input.TryNow input) {
        return reclaim();
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
        return draft().timer(ATTEMPT, input.delay()).done();
    }

    @Override
    public Transition on(Input.GiveUp input) {
        TransitionBuilder draft = draft();
        long epoch = draft.epoch;
        EndReason reason = startedBy();
        forgetReign(draft);
        draft.go(CandidateState.STOPPED).tell(new CandidateEvent.Lost(epoch, reason));
        return stopped(draft, StopCause.GAVE_UP);
    }

    @Override
    public Transition on(Input.RenewDue input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.Renewed input) {
        if (input.epoch() != now.epoch() || now.working()) {
            return ignored("only an answer to a reclaim counts, and that waits until the work has stopped");
        }
        if (tooOldToLead(input.at(), input.countsFrom())) {
            return reclaim();
        }
        return lead(draft().cancel(GRACE).cancel(ATTEMPT), input.at(), now.epoch(), input.countsFrom())
                .done();
    }

    @Override
    public Transition on(Input.RenewUnknown input) {
        if (input.epoch() != now.epoch() || now.working()) {
            return ignored("only an answer to a reclaim counts, and that waits until the work has stopped");
        }
        TransitionBuilder draft = draft().tell(new CandidateEvent.ErrorRaised(input.cause()));
        return askRetry(draft, input.at(), Optional.of(input.cause())).done();
    }

    @Override
    public Transition on(Input.ClaimGone input) {
        if (input.epoch() != now.epoch()) {
            return ignored("the claim of an earlier reign");
        }
        return lost(draft(), input.at(), input.reason());
    }

    @Override
    public Transition on(Input.ValidityEnding input) {
        return ignored("a timer that fired before it was cancelled");
    }

    @Override
    public Transition on(Input.GraceExpired input) {
        return lost(draft(), input.at(), startedBy());
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        TransitionBuilder draft = draft();
        draft.working = false;
        return draft.then(new Effect.Reclaim(now.epoch())).done();
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

    private Transition reclaim() {
        if (now.working()) {
            return ignored("work of the reign still runs: the claim is asked for when it has stopped");
        }
        return draft().then(new Effect.Reclaim(now.epoch())).done();
    }

    private EndReason startedBy() {
        return now.ending().map(PendingEnd::reason).orElse(EndReason.UNREACHABLE);
    }
}
