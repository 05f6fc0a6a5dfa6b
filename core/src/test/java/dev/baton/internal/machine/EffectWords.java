package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Effects in the words of the transitions page. */
final class EffectWords {

    private EffectWords() {}

    static String of(List<Effect> effects) {
        String words = effects.stream().map(EffectWords::of).collect(Collectors.joining(", "));
        return words.replaceAll("(?<=cancel [A-Z+]{1,40}), cancel ", "+")
                .replace("RENEW+VALIDITY+GRACE+DRAIN", "all of the reign");
    }

    /** What changed about a candidate although nothing has to be done. */
    static String remembers(Samples.Sample sample, Transition transition) {
        String changes = Stream.of(Candidacy.class.getRecordComponents())
                .filter(field -> !Objects.equals(value(field, sample.candidacy()), value(field, transition.next())))
                .map(field -> field.getName() + " = " + words(value(field, transition.next())))
                .collect(Collectors.joining(", "));
        return changes.isEmpty() ? "nothing" : "remembers " + changes;
    }

    private static String words(Object value) {
        return value.toString().contains("thenStop=true") ? "then stop" : value.toString();
    }

    private static Object value(RecordComponent field, Candidacy candidacy) {
        try {
            return field.getAccessor().invoke(candidacy);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(impossible.getMessage(), impossible);
        }
    }

    private static String of(Effect effect) {
        if (effect instanceof Effect.Tell tell) {
            return "tell " + of(tell.event());
        }
        if (effect instanceof Effect.SetTimer set) {
            return "set " + set.timer() + " " + of(set.delay());
        }
        if (effect instanceof Effect.CancelTimer cancel) {
            return "cancel " + cancel.timer();
        }
        if (effect instanceof Effect.TryAcquire acquire) {
            return "TryAcquire #" + acquire.attempt();
        }
        if (effect instanceof Effect.AskRetry ask) {
            return "AskRetry after try " + ask.context().attempt();
        }
        if (effect instanceof Effect.Release release) {
            return "Release(" + release.epoch()
                    + release.successor().map(name -> " to " + name).orElse("") + ")";
        }
        if (effect instanceof Effect.EndLeadership end) {
            return "EndLeadership(" + end.reason().code() + ")";
        }
        if (effect instanceof Effect.BeginLeadership begin) {
            return "BeginLeadership(" + begin.epoch() + ")";
        }
        if (effect instanceof Effect.Renew renew) {
            return "Renew(" + renew.epoch() + ")";
        }
        if (effect instanceof Effect.Reclaim reclaim) {
            return "Reclaim(" + reclaim.epoch() + ")";
        }
        if (effect instanceof Effect.GiveBack giveBack) {
            return "GiveBack(" + giveBack.epoch() + ")";
        }
        return effect.getClass().getSimpleName();
    }

    private static String of(CandidateEvent event) {
        if (event instanceof CandidateEvent.StateChanged change) {
            return change.from() + " → " + change.to();
        }
        if (event instanceof CandidateEvent.Acquired) {
            return "acquired";
        }
        if (event instanceof CandidateEvent.Released released) {
            return "released(" + released.reason().code() + ")";
        }
        if (event instanceof CandidateEvent.Lost lost) {
            return "lost(" + lost.reason().code() + ")";
        }
        if (event instanceof CandidateEvent.AcquireFailed failed) {
            return "acquire_failed"
                    + failed.holder().map(holder -> "(held by " + holder + ")").orElse("");
        }
        if (event instanceof CandidateEvent.Stopped stopped) {
            return "stopped(" + stopped.cause().code() + ")";
        }
        return "error";
    }

    private static String of(Duration duration) {
        return duration.isZero()
                ? "now"
                : duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
