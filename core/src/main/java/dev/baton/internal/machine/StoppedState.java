package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.ATTEMPT;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import java.time.Duration;

/** STOPPED: the candidate does not participate. */
final class StoppedState extends NoTenureState {
    private static final String NOT_STARTED = "not started";

    StoppedState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.Start input) {
        TransitionBuilder draft = draft();
        draft.notBefore = input.at();
        return draft.changeState(CandidateState.FOLLOWER)
                .setTimer(ATTEMPT, Duration.ZERO)
                .build();
    }

    @Override
    public Transition on(Input.StopRequested input) {
        return ignored("already stopped");
    }

    @Override
    public Transition on(Input.HealthChanged input) {
        return recordHealth(input);
    }

    @Override
    public Transition on(Input.AttemptDue input) {
        return ignored(STALE_TIMER);
    }

    @Override
    public Transition on(Input.TryNow input) {
        return ignored(NOT_STARTED);
    }

    @Override
    public Transition on(Input.Won input) {
        return discardGrant(input);
    }

    @Override
    public Transition on(Input.HeldByOther input) {
        return ignored("the attempt was abandoned");
    }

    @Override
    public Transition on(Input.AcquireUnknown input) {
        return draft().effect(new Effect.Withdraw()).build();
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        return ignored(NOT_STARTED);
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return ignored("already stopped");
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        return workStopped().build();
    }

    @Override
    public Transition on(Input.RuntimeFailed input) {
        return draft().publish(new CandidateEvent.ErrorRaised(input.cause())).build();
    }
}
