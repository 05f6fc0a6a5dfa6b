package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A transition in the making: the fields of the next candidacy, and the effects so far. */
final class TransitionBuilder {
    CandidateState state;
    boolean healthy;
    boolean working;
    long attempt;
    int tries;
    long cycleStarted;
    Optional<Throwable> lastError;
    Optional<Duration> freeAfter;
    long notBefore;
    boolean tryAgain;
    long epoch;
    long countsFrom;
    boolean renewFailing;
    Optional<PendingEnd> ending;

    private final List<Effect> effects = new ArrayList<>();

    TransitionBuilder(Candidacy from) {
        state = from.state();
        healthy = from.healthy();
        working = from.working();
        attempt = from.attempt();
        tries = from.tries();
        cycleStarted = from.cycleStarted();
        lastError = from.lastError();
        freeAfter = from.freeAfter();
        notBefore = from.notBefore();
        tryAgain = from.tryAgain();
        epoch = from.epoch();
        countsFrom = from.countsFrom();
        renewFailing = from.renewFailing();
        ending = from.ending();
    }

    TransitionBuilder then(Effect effect) {
        effects.add(effect);
        return this;
    }

    TransitionBuilder tell(CandidateEvent event) {
        return then(new Effect.Tell(event));
    }

    TransitionBuilder timer(Effect.Timer timer, Duration delay) {
        return then(new Effect.SetTimer(timer, delay.isNegative() ? Duration.ZERO : delay));
    }

    TransitionBuilder cancel(Effect.Timer timer) {
        return then(new Effect.CancelTimer(timer));
    }

    /** Changes the state and tells so. */
    TransitionBuilder go(CandidateState to) {
        CandidateState from = state;
        state = to;
        return tell(new CandidateEvent.StateChanged(from, to));
    }

    Transition done() {
        return new Transition(
                new Candidacy(
                        state,
                        healthy,
                        working,
                        attempt,
                        tries,
                        cycleStarted,
                        lastError,
                        freeAfter,
                        notBefore,
                        tryAgain,
                        epoch,
                        countsFrom,
                        renewFailing,
                        ending),
                effects,
                "");
    }
}
