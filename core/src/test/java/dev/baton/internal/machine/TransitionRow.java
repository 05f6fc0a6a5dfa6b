package dev.baton.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.ClockReading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks one row of the transition table: the result of an input in a state. */
final class TransitionRow {
    static final long NOW = SampleCandidacies.NOW;
    static final ClockReading FRESH =
            new ClockReading(NOW - Duration.ofMillis(100).toNanos(), 0);

    private final MachineSettings settings;
    private final Candidacy before;
    private Optional<Transition> transition = Optional.empty();

    private TransitionRow(MachineSettings settings, Candidacy before) {
        this.settings = settings;
        this.before = before;
    }

    static TransitionRow from(CandidateState state) {
        return new TransitionRow(
                SampleCandidacies.DEFAULT, SampleCandidacies.of(state).get(0).candidacy());
    }

    TransitionRow with(MachineSettings other) {
        return new TransitionRow(other, before);
    }

    /** Applies a further input to the result. */
    TransitionRow then(Input input) {
        return new TransitionRow(settings, result().next()).on(input);
    }

    TransitionRow on(Input input) {
        transition = Optional.of(Machine.step(settings, before, input));
        return this;
    }

    boolean hasResult() {
        return transition.isPresent();
    }

    TransitionRow leadsTo(CandidateState state) {
        assertThat(result().next().state()).isEqualTo(state);
        return this;
    }

    /** Checks that the effects include these, in this order. */
    TransitionRow does(Effect... effects) {
        assertThat(result().effects()).containsSubsequence(effects);
        return this;
    }

    TransitionRow doesNot(Effect effect) {
        assertThat(result().effects()).doesNotContain(effect);
        return this;
    }

    TransitionRow sets(Effect.Timer timer, Duration delay) {
        return does(new Effect.SetTimer(timer, delay));
    }

    /** Checks that exactly these events are published, apart from changes of state. */
    TransitionRow publishes(CandidateEvent... events) {
        assertThat(events()).containsExactly(events);
        return this;
    }

    TransitionRow sendsNoRequest() {
        assertThat(result().effects())
                .noneMatch(effect -> effect instanceof Effect.Renew
                        || effect instanceof Effect.Release
                        || effect instanceof Effect.TryAcquire
                        || effect instanceof Effect.Reclaim);
        return this;
    }

    TransitionRow isIgnored() {
        assertThat(result().note()).isNotEmpty();
        return this;
    }

    Candidacy now() {
        return result().next();
    }

    private List<CandidateEvent> events() {
        return result().effects().stream()
                .flatMap(effect ->
                        effect instanceof Effect.Publish publish ? Stream.of(publish.event()) : Stream.empty())
                .filter(event -> !(event instanceof CandidateEvent.StateChanged))
                .toList();
    }

    private Transition result() {
        return transition.orElseThrow(() -> new AssertionError("no input was applied"));
    }
}
