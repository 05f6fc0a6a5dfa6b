package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.ATTEMPT;

import dev.baton.CandidateState;
import dev.baton.StopCause;
import java.time.Duration;

/** FOLLOWER: a standby that waits for its next attempt. */
final class FollowerState extends NoTenureState {

    FollowerState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public Transition on(Input.StopRequested input) {
        return stop(draft().changeState(CandidateState.STOPPED), StopCause.REQUESTED);
    }

    @Override
    public Transition on(Input.HealthChanged input) {
        TransitionBuilder draft = draft();
        draft.healthy = input.healthy();
        return input.healthy() ? scheduleAttempt(draft, input.at()) : draft.build();
    }

    @Override
    public Transition on(Input.AttemptDue input) {
        return tryAcquire(input.at(), AttemptHint.NORMAL);
    }

    @Override
    public Transition on(Input.TryNow input) {
        if (input.hint() != AttemptHint.NAMED_SUCCESSOR && input.at() < now.notBefore()) {
            return ignored("other candidates go first; the attempt timer is set");
        }
        return tryAcquire(input.at(), input.hint());
    }

    @Override
    public Transition on(Input.Won input) {
        return discardGrant(input);
    }

    @Override
    public Transition on(Input.HeldByOther input) {
        return ignored(LATE_REPLY);
    }

    @Override
    public Transition on(Input.AcquireUnknown input) {
        return ignored(LATE_UNKNOWN_REPLY);
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        Duration delay = now.freeAfter()
                .filter(free -> free.compareTo(input.delay()) < 0)
                .orElse(input.delay());
        return draft().setTimer(ATTEMPT, delay).build();
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return stop(draft().changeState(CandidateState.STOPPED), StopCause.GAVE_UP);
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        return scheduleAttempt(workStopped(), input.at());
    }

    private Transition tryAcquire(long at, AttemptHint hint) {
        if (!now.healthy()) {
            return ignored("unhealthy: no attempt until the health check succeeds");
        }
        if (now.workRunning()) {
            return ignored("work of the previous tenure is still running: no attempt until it has stopped");
        }
        TransitionBuilder draft = draft();
        if (hint == AttemptHint.OUTRANKED) {
            draft.notBefore = at + timing.headStart().toNanos();
            return draft.setTimer(ATTEMPT, timing.headStart()).build();
        }
        if (hint == AttemptHint.NAMED_SUCCESSOR) {
            // The leader is about to release the claim to this candidate, so it must not let others go first.
            draft.notBefore = at;
        }
        return startAttempt(draft, at).build();
    }

    private Transition scheduleAttempt(TransitionBuilder draft, long at) {
        if (!draft.healthy || draft.workRunning) {
            return draft.build();
        }
        return draft.setTimer(ATTEMPT, Duration.ofNanos(Math.max(0, draft.notBefore - at)))
                .build();
    }
}
