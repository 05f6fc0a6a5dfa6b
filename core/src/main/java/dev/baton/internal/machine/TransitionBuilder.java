package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds a transition: the fields of the next candidacy, and the effects so far. */
class TransitionBuilder {
    CandidateState state;
    boolean healthy;
    boolean workRunning;
    long attempt;
    int failedAttempts;
    long cycleStarted;
    Optional<Duration> freeAfter;
    long notBefore;
    boolean signalPending;
    long epoch;
    long countsFrom;
    boolean renewFailing;
    Optional<PendingEnd> pendingEnd;

    private final List<Effect> effects = new ArrayList<>();

    TransitionBuilder(Candidacy from) {
        state = from.state();
        healthy = from.healthy();
        workRunning = from.workRunning();
        attempt = from.attempt();
        failedAttempts = from.failedAttempts();
        cycleStarted = from.cycleStarted();
        freeAfter = from.freeAfter();
        notBefore = from.notBefore();
        signalPending = from.signalPending();
        epoch = from.epoch();
        countsFrom = from.countsFrom();
        renewFailing = from.renewFailing();
        pendingEnd = from.pendingEnd();
    }

    TransitionBuilder effect(Effect effect) {
        effects.add(effect);
        return this;
    }

    TransitionBuilder publish(CandidateEvent event) {
        return effect(new Effect.Publish(event));
    }

    TransitionBuilder setTimer(Effect.Timer timer, Duration delay) {
        return effect(new Effect.SetTimer(timer, delay.isNegative() ? Duration.ZERO : delay));
    }

    TransitionBuilder cancelTimer(Effect.Timer timer) {
        return effect(new Effect.CancelTimer(timer));
    }

    /** Changes the state and publishes the change. */
    TransitionBuilder changeState(CandidateState to) {
        CandidateState from = state;
        state = to;
        return publish(new CandidateEvent.StateChanged(from, to));
    }

    Transition build() {
        return new Transition(
                new Candidacy(
                        state,
                        healthy,
                        workRunning,
                        attempt,
                        failedAttempts,
                        cycleStarted,
                        freeAfter,
                        notBefore,
                        signalPending,
                        epoch,
                        countsFrom,
                        renewFailing,
                        pendingEnd),
                effects,
                "");
    }
}
