package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.StopCause;
import java.util.Optional;

/** ACQUIRING: an attempt is in progress. */
final class AcquiringState extends NoTenureState {
    private static final String IN_PROGRESS = "an attempt is in progress";

    AcquiringState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.StopRequested input) {
        return stop(draft().changeState(CandidateState.STOPPED), StopCause.REQUESTED);
    }

    @Override
    public Transition on(Input.HealthChanged input) {
        return recordHealth(input);
    }

    @Override
    public Transition on(Input.AttemptDue input) {
        return ignored(IN_PROGRESS);
    }

    @Override
    public Transition on(Input.TryNow input) {
        TransitionBuilder draft = draft();
        draft.signalPending = true;
        return draft.build();
    }

    @Override
    public Transition on(Input.Won input) {
        if (input.attempt() != now.attempt()) {
            return discardGrant(input);
        }
        if (!now.healthy() || tooOldToLead(input.at(), input.countsFrom())) {
            TransitionBuilder draft = draft().effect(new Effect.DiscardGrant(input.epoch()))
                    .changeState(CandidateState.FOLLOWER)
                    .publish(new CandidateEvent.AcquireFailed(Optional.empty(), Optional.empty()));
            return scheduleRetry(draft, input.at(), Optional.empty()).build();
        }
        return beginTenure(draft(), input.at(), input.epoch(), input.countsFrom())
                .publish(new CandidateEvent.Acquired(input.epoch()))
                .build();
    }

    @Override
    public Transition on(Input.HeldByOther input) {
        if (input.attempt() != now.attempt()) {
            return ignored(LATE_REPLY);
        }
        TransitionBuilder draft = draft().changeState(CandidateState.FOLLOWER);
        draft.freeAfter = input.freeAfter();
        draft.publish(new CandidateEvent.AcquireFailed(Optional.of(input.holder()), Optional.empty()));
        if (now.signalPending() && now.healthy()) {
            draft.failedAttempts++;
            return startAttempt(draft, input.at()).build();
        }
        return scheduleRetry(draft, input.at(), Optional.empty()).build();
    }

    @Override
    public Transition on(Input.AcquireUnknown input) {
        if (input.attempt() != now.attempt()) {
            return ignored(LATE_UNKNOWN_REPLY);
        }
        TransitionBuilder draft = draft().changeState(
                        settings.autoReacquire() ? CandidateState.FOLLOWER : CandidateState.STOPPED)
                .publish(new CandidateEvent.AcquireFailed(Optional.empty(), Optional.of(input.cause())))
                .publish(new CandidateEvent.ErrorRaised(input.cause()));
        if (!settings.autoReacquire()) {
            return stop(draft, StopCause.STORE_FAILED);
        }
        return scheduleRetry(draft, input.at(), Optional.of(input.cause())).build();
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        return ignored(IN_PROGRESS);
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return ignored("an attempt is in progress; if it fails, the retry strategy is called again");
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        throw impossible(input);
    }
}
