package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.ATTEMPT;
import static dev.baton.internal.machine.Effect.Timer.GRACE;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.StopCause;
import java.util.Optional;

/** RECONNECTING: the leadership is invalid, but the claim may be recovered until the grace period ends. */
final class ReconnectingState extends TenureState {
    private static final String NOT_A_RECLAIM =
            "not a reply to a reclaim, which is sent only after the work has stopped";

    ReconnectingState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.StopRequested input) {
        return lose(draft(), input.at(), EndReason.SHUT_DOWN);
    }

    @Override
    public Transition on(Input.StepDownRequested input) {
        return lose(draft(), input.at(), EndReason.RESIGNED);
    }

    @Override
    public Transition on(Input.TransferRequested input) {
        return lose(draft(), input.at(), EndReason.TRANSFERRED);
    }

    @Override
    public Transition on(Input.ForceRequested input) {
        return ignored("no release is in progress");
    }

    @Override
    public Transition on(Input.HealthChanged input) {
        TransitionBuilder draft = draft();
        draft.healthy = input.healthy();
        return input.healthy() ? draft.build() : lose(draft, input.at(), EndReason.UNHEALTHY);
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
    public Transition on(Input.RetryAfter input) {
        return draft().setTimer(ATTEMPT, input.delay()).build();
    }

    @Override
    public Transition on(Input.GiveUp input) {
        TransitionBuilder draft = draft();
        long epoch = draft.epoch;
        EndReason reason = causeOfContactLoss();
        clearTenure(draft);
        draft.changeState(CandidateState.STOPPED).publish(new CandidateEvent.Lost(epoch, reason));
        return stop(draft, StopCause.GAVE_UP);
    }

    @Override
    public Transition on(Input.RenewDue input) {
        return ignored(STALE_TIMER);
    }

    @Override
    public Transition on(Input.Renewed input) {
        if (input.epoch() != now.epoch() || now.workRunning()) {
            return ignored(NOT_A_RECLAIM);
        }
        if (tooOldToLead(input.at(), input.countsFrom())) {
            return reclaim();
        }
        return beginTenure(draft().cancelTimer(GRACE).cancelTimer(ATTEMPT), input.at(), now.epoch(), input.countsFrom())
                .build();
    }

    @Override
    public Transition on(Input.RenewUnknown input) {
        if (input.epoch() != now.epoch() || now.workRunning()) {
            return ignored(NOT_A_RECLAIM);
        }
        TransitionBuilder draft = draft().publish(new CandidateEvent.ErrorRaised(input.cause()));
        return scheduleRetry(draft, input.at(), Optional.of(input.cause())).build();
    }

    @Override
    public Transition on(Input.ClaimGone input) {
        if (input.epoch() != now.epoch()) {
            return ignored(EARLIER_TENURE);
        }
        return lose(draft(), input.at(), input.reason());
    }

    @Override
    public Transition on(Input.GraceExpired input) {
        return lose(draft(), input.at(), causeOfContactLoss());
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        return workStopped().effect(new Effect.Reclaim(now.epoch())).build();
    }

    private Transition reclaim() {
        if (now.workRunning()) {
            return ignored("work of the tenure is still running: no reclaim until it has stopped");
        }
        return draft().effect(new Effect.Reclaim(now.epoch())).build();
    }

    private EndReason causeOfContactLoss() {
        return now.pendingEnd().map(PendingEnd::reason).orElse(EndReason.UNREACHABLE);
    }
}
