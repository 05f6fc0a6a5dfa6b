package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of effects on the transitions page. */
final class EffectText implements EffectHandler, CandidateEvent.Visitor<String> {
    private final List<String> texts = new ArrayList<>();

    private EffectText() {}

    static String of(List<Effect> effects) {
        EffectText text = new EffectText();
        effects.forEach(effect -> effect.handleBy(text));
        return String.join(", ", text.texts)
                .replaceAll("(?<=cancel [A-Z+]{1,40}), cancel ", "+")
                .replace("RENEW+VALIDITY+GRACE+DRAIN", "all timers of the tenure");
    }

    /** Returns the changed fields of a transition without effects. */
    static String changes(SampleCandidacies.Sample sample, Transition transition) {
        String changes = Stream.of(Candidacy.class.getRecordComponents())
                .filter(field -> !Objects.equals(value(field, sample.candidacy()), value(field, transition.next())))
                .map(field -> field.getName() + " = " + text(value(field, transition.next())))
                .collect(Collectors.joining(", "));
        return changes.isEmpty() ? "nothing" : "record " + changes;
    }

    private static String text(Object value) {
        return value.toString().contains("thenStop=true") ? "then stop" : value.toString();
    }

    private static Object value(RecordComponent field, Candidacy candidacy) {
        try {
            return field.getAccessor().invoke(candidacy);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(impossible.getMessage(), impossible);
        }
    }

    @Override
    public void on(Effect.TryAcquire effect) {
        texts.add("TryAcquire #" + effect.request());
    }

    @Override
    public void on(Effect.Renew effect) {
        texts.add("Renew #" + effect.request());
    }

    @Override
    public void on(Effect.Reclaim effect) {
        texts.add("Reclaim #" + effect.request());
    }

    @Override
    public void on(Effect.Release effect) {
        texts.add("Release #" + effect.request()
                + effect.successor().map(name -> " to " + name).orElse(""));
    }

    @Override
    public void on(Effect.DiscardGrant effect) {
        texts.add("DiscardGrant(" + effect.epoch() + ")");
    }

    @Override
    public void on(Effect.Withdraw effect) {
        texts.add("Withdraw");
    }

    @Override
    public void on(Effect.SetTimer effect) {
        texts.add("set " + effect.timer() + " " + text(effect.delay()));
    }

    @Override
    public void on(Effect.CancelTimer effect) {
        texts.add("cancel " + effect.timer());
    }

    @Override
    public void on(Effect.ScheduleRetry effect) {
        texts.add("ScheduleRetry after attempt " + effect.attempt().attempt());
    }

    @Override
    public void on(Effect.BeginLeadership effect) {
        texts.add("BeginLeadership(" + effect.epoch() + ")");
    }

    @Override
    public void on(Effect.ExtendLeadership effect) {
        texts.add("ExtendLeadership");
    }

    @Override
    public void on(Effect.EndLeadership effect) {
        texts.add("EndLeadership(" + effect.reason().code() + ")");
    }

    @Override
    public void on(Effect.Publish effect) {
        texts.add("publish " + effect.event().accept(this));
    }

    @Override
    public String stateChanged(CandidateEvent.StateChanged event) {
        return event.from() + " → " + event.to();
    }

    @Override
    public String acquired(CandidateEvent.Acquired event) {
        return "acquired";
    }

    @Override
    public String released(CandidateEvent.Released event) {
        return "released(" + event.reason().code() + ")";
    }

    @Override
    public String lost(CandidateEvent.Lost event) {
        return "lost(" + event.reason().code() + ")";
    }

    @Override
    public String acquireFailed(CandidateEvent.AcquireFailed event) {
        return "acquire_failed"
                + event.holder().map(holder -> "(held by " + holder + ")").orElse("");
    }

    @Override
    public String errorRaised(CandidateEvent.ErrorRaised event) {
        return "error";
    }

    @Override
    public String stopped(CandidateEvent.Stopped event) {
        return "stopped(" + event.cause().code() + ")";
    }

    private static String text(Duration duration) {
        return duration.isZero()
                ? "now"
                : duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
