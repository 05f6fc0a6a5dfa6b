package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.DRAIN;
import static dev.baton.internal.machine.Effect.Timer.RENEW;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.StopCause;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** RELEASING: the leadership has ended by choice; the claim is released after the work has stopped. */
final class ReleasingState extends TenureState {
    private static final String RELEASING = "already releasing";
    private static final String RELEASE_SENT = "the release request is in progress";

    private final PendingEnd pendingEnd;

    ReleasingState(MachineSettings settings, Candidacy now) {
        super(settings, now);
        this.pendingEnd = now.pendingEnd()
                .orElseThrow(() -> new IllegalStateException("state RELEASING without a pending end: " + now));
    }

    @Override
    public Transition on(Input.StopRequested input) {
        TransitionBuilder draft = draft();
        draft.pendingEnd = Optional.of(pendingEnd.stopping());
        return draft.build();
    }

    @Override
    public Transition on(Input.StepDownRequested input) {
        return ignored(RELEASING);
    }

    @Override
    public Transition on(Input.TransferRequested input) {
        return ignored(RELEASING);
    }

    /** Drops the session, which frees the claim without a reply: the caller does not wait any longer. */
    @Override
    public Transition on(Input.ForceRequested input) {
        String what = pendingEnd.released() ? "the store did not answer the release" : "the work did not stop";
        return force(input.at(), new TimeoutException(what + " in time; the session was dropped"));
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
        return ignored(RELEASING);
    }

    @Override
    public Transition on(Input.RetryAfter input) {
        return ignored(RELEASING);
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return ignored(RELEASING);
    }

    /** Renews the claim while the work stops, so that no other candidate starts its work. */
    @Override
    public Transition on(Input.RenewDue input) {
        if (pendingEnd.released()) {
            return ignored(RELEASE_SENT);
        }
        return draft().effect(new Effect.Renew(now.epoch())).build();
    }

    @Override
    public Transition on(Input.Renewed input) {
        if (pendingEnd.released()) {
            return ignored(RELEASE_SENT);
        }
        return draft().setTimer(RENEW, timing.renewInterval()).build();
    }

    @Override
    public Transition on(Input.RenewUnknown input) {
        if (pendingEnd.released()) {
            return ignored(RELEASE_SENT);
        }
        return draft().setTimer(RENEW, timing.renewRetry()).build();
    }

    @Override
    public Transition on(Input.ClaimGone input) {
        if (input.epoch() != now.epoch()) {
            return ignored(EARLIER_TENURE);
        }
        return close(draft(), input.at(), new CandidateEvent.Lost(now.epoch(), input.reason()));
    }

    @Override
    public Transition on(Input.WorkStopped input) {
        return pendingEnd.released() ? workStopped().build() : release(workStopped());
    }

    @Override
    public Transition on(Input.DrainExpired input) {
        if (pendingEnd.released()) {
            return ignored(RELEASE_SENT);
        }
        TransitionBuilder draft = draft().publish(
                        new CandidateEvent.ErrorRaised(new TimeoutException("the work did not stop within "
                                + timing.drain().toMillis() + " ms; releasing the claim while it is still running")));
        return release(draft);
    }

    @Override
    public Transition on(Input.ReleaseDone input) {
        if (input.epoch() != now.epoch()) {
            return ignored(EARLIER_TENURE);
        }
        return close(draft(), input.at(), new CandidateEvent.Released(now.epoch(), pendingEnd.reason()));
    }

    @Override
    public Transition on(Input.ReleaseUnknown input) {
        if (input.epoch() != now.epoch()) {
            return ignored(EARLIER_TENURE);
        }
        return force(input.at(), input.cause());
    }

    private Transition release(TransitionBuilder draft) {
        draft.pendingEnd = Optional.of(pendingEnd.releasing());
        return draft.cancelTimer(DRAIN)
                .cancelTimer(RENEW)
                .effect(new Effect.Release(now.epoch(), pendingEnd.reason(), pendingEnd.successor()))
                .build();
    }

    private Transition force(long at, Throwable cause) {
        TransitionBuilder draft = draft().effect(new Effect.Withdraw()).publish(new CandidateEvent.ErrorRaised(cause));
        return close(draft, at, new CandidateEvent.Lost(now.epoch(), EndReason.SESSION_CLOSED));
    }

    private Transition close(TransitionBuilder draft, long at, CandidateEvent event) {
        clearTenure(draft);
        draft.changeState(pendingEnd.thenStop() ? CandidateState.STOPPED : CandidateState.FOLLOWER)
                .publish(event);
        if (pendingEnd.thenStop()) {
            boolean requested = pendingEnd.reason() == EndReason.SHUT_DOWN || settings.autoReacquire();
            return stop(draft, requested ? StopCause.REQUESTED : StopCause.NOT_REACQUIRING);
        }
        if (pendingEnd.reason() == EndReason.UNHEALTHY) {
            return draft.setTimer(Effect.Timer.ATTEMPT, Duration.ZERO).build();
        }
        return letOthersGoFirst(draft, at);
    }
}
