package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** Builds a transition: the fields of the next candidacy, and the effects so far. */
class TransitionBuilder {
    CandidateState state;
    boolean healthy;
    boolean workRunning;
    AwaitedAnswers awaited;
    int failedAttempts;
    long cycleStarted;
    Optional<Duration> freeAfter;
    long notBefore;
    boolean signalPending;
    long epoch;
    long countsFrom;
    boolean renewFailing;
    Optional<PendingEnd> pendingEnd;
    long workSince;
    WorkBackoff workBackoff;

    private final List<Effect> effects = new ArrayList<>();

    TransitionBuilder(Candidacy from) {
        state = from.state();
        healthy = from.healthy();
        workRunning = from.workRunning();
        awaited = from.awaited();
        failedAttempts = from.failedAttempts();
        cycleStarted = from.cycleStarted();
        freeAfter = from.freeAfter();
        notBefore = from.notBefore();
        signalPending = from.signalPending();
        epoch = from.epoch();
        countsFrom = from.countsFrom();
        renewFailing = from.renewFailing();
        pendingEnd = from.pendingEnd();
        workSince = from.workSince();
        workBackoff = from.workBackoff();
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

    /** Sends a request under the next number, whose answer is awaited from now on. */
    TransitionBuilder send(AwaitedAnswers next, LongFunction<Effect> request) {
        awaited = next;
        return effect(request.apply(next.last()));
    }

    /** Changes the state and publishes the change. Answers that only the old state awaited are late from here on. */
    TransitionBuilder changeState(CandidateState to) {
        CandidateState from = state;
        state = to;
        awaited = awaited.after(from, to);
        return publish(new CandidateEvent.StateChanged(from, to));
    }

    Transition build() {
        return new Transition(
                new Candidacy(
                        state,
                        healthy,
                        workRunning,
                        awaited,
                        failedAttempts,
                        cycleStarted,
                        freeAfter,
                        notBefore,
                        signalPending,
                        epoch,
                        countsFrom,
                        renewFailing,
                        pendingEnd,
                        workSince,
                        workBackoff),
                effects,
                "");
    }
}
