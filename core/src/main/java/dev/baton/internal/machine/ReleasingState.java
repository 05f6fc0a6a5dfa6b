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

/** RELEASING: the leadership has ended; the claim is kept until the work has stopped, then released. */
final class ReleasingState extends StateHandler {
    private final PendingEnd ending;

    ReleasingState(MachineSettings settings, Candidacy now) {
        super(settings, now);
        this.ending = now.ending().orElseThrow(() -> new IllegalStateException("RELEASING without an ending: " + now));
    }

    @Override
    public Transition on(Input.Start input) {
        return ignored("already taking part");
    }

    @Override
    public Transition on(Input.StopRequested input) {
        TransitionBuilder draft = draft();
        draft.ending = Optional.of(ending.stopping());
        return draft.done();
    }

    @Override
    public Transition on(Input.StepDownRequested input) {
        return ignored("already stepping down");
    }

    @Override
    public Transition on(Input.TransferRequested input) {
        return ignored("already releasing");
    }

    /** The caller waited long enough: the session is dropped, which frees the claim without an answer. */
    @Override
    public Transition on(Input.ForceRequested input) {
        String what = ending.released() ? "the release was not answered" : "the work did not stop";
        return forced(input.at(), new TimeoutException(what + " in time; the session was dropped"));
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
        return ignored("the reign is being closed");
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
        return ignored("the reign is being closed");
    }

    @Override
    public Transition on(Input.GiveUp input) {
        return ignored("the reign is being closed");
    }

    /** The claim is kept alive while the work stops: nobody else may start meanwhile. */
    @Override
    public Transition on(Input.RenewDue input) {
        if (ending.released()) {
            return ignored("the release is under way");
        }
        return draft().then(new Effect.Renew(now.epoch())).done();
    }

    @Override
    public Transition on(Input.Renewed input) {
        if (ending.released()) {
            return ignored("the release is under way");
        }
        return draft().timer(RENEW, timing.renewInterval()).done();
    }

    @Override
    public Transition on(Input.RenewUnknown input) {
        if (ending.released()) {
            return ignored("the release is under way");
        }
        return draft().timer(RENEW, timing.renewRetry()).done();
    }

    @Override
    public Transition on(Input.ClaimGone input) {
        if (input.epoch() != now.epoch()) {
            return ignored("the claim of an earlier reign");
        }
        return closed(draft(), input.at(), new CandidateEvent.Lost(now.epoch(), input.reason()));
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
        return ending.released() ? draft.done() : release(draft);
    }

    @Override
    public Transition on(Input.DrainExpired input) {
        if (ending.released()) {
            return ignored("the release is under way");
        }
        TransitionBuilder draft = draft().tell(
                        new CandidateEvent.ErrorRaised(new TimeoutException("the work did not stop within "
                                + timing.drain().toMillis() + " ms; the claim is released all the same")));
        return release(draft);
    }

    @Override
    public Transition on(Input.ReleaseDone input) {
        if (input.epoch() != now.epoch()) {
            return ignored("the claim of an earlier reign");
        }
        return closed(draft(), input.at(), new CandidateEvent.Released(now.epoch(), ending.reason()));
    }

    @Override
    public Transition on(Input.ReleaseUnknown input) {
        if (input.epoch() != now.epoch()) {
            return ignored("the claim of an earlier reign");
        }
        return forced(input.at(), input.cause());
    }

    private Transition release(TransitionBuilder draft) {
        draft.ending = Optional.of(ending.releasing());
        return draft.cancel(DRAIN)
                .cancel(RENEW)
                .then(new Effect.Release(now.epoch(), ending.reason(), ending.successor()))
                .done();
    }

    private Transition forced(long at, Throwable cause) {
        TransitionBuilder draft = draft().then(new Effect.Withdraw()).tell(new CandidateEvent.ErrorRaised(cause));
        return closed(draft, at, new CandidateEvent.Lost(now.epoch(), EndReason.SESSION_CLOSED));
    }

    private Transition closed(TransitionBuilder draft, long at, CandidateEvent how) {
        forgetReign(draft);
        draft.go(ending.thenStop() ? CandidateState.STOPPED : CandidateState.FOLLOWER)
                .tell(how);
        if (ending.thenStop()) {
            boolean requested = ending.reason() == EndReason.SHUT_DOWN || settings.autoReacquire();
            return stopped(draft, requested ? StopCause.REQUESTED : StopCause.NOT_REACQUIRING);
        }
        if (ending.reason() == EndReason.UNHEALTHY) {
            return draft.timer(Effect.Timer.ATTEMPT, Duration.ZERO).done();
        }
        return yielding(draft, at);
    }
}
