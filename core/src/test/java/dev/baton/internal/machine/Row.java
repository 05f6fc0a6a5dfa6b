package dev.baton.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.ClockReading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One row of the transition table under test: from a state, on an input, to a state, with effects. */
final class Row {
    static final long NOW = Samples.NOW;
    static final ClockReading FRESH =
            new ClockReading(NOW - Duration.ofMillis(100).toNanos(), 0);

    private final MachineSettings settings;
    private final Candidacy before;
    private Optional<Transition> transition = Optional.empty();

    private Row(MachineSettings settings, Candidacy before) {
        this.settings = settings;
        this.before = before;
    }

    static Row from(CandidateState state) {
        return new Row(Samples.USUAL, Samples.of(state).get(0).candidacy());
    }

    Row with(MachineSettings other) {
        return new Row(other, before);
    }

    /** Goes on from where the last input led. */
    Row then(Input input) {
        return new Row(settings, taken().next()).on(input);
    }

    Row on(Input input) {
        transition = Optional.of(Machine.step(settings, before, input));
        return this;
    }

    Row leadsTo(CandidateState state) {
        assertThat(taken().next().state()).isEqualTo(state);
        return this;
    }

    /** These effects are among those of the transition, in this order. */
    Row does(Effect... effects) {
        assertThat(taken().effects()).containsSubsequence(effects);
        return this;
    }

    Row sets(Effect.Timer timer, Duration delay) {
        return does(new Effect.SetTimer(timer, delay));
    }

    /** Exactly these events are told, changes of state aside. */
    Row tells(CandidateEvent... events) {
        assertThat(told()).containsExactly(events);
        return this;
    }

    Row asksTheStoreNothing() {
        assertThat(taken().effects())
                .noneMatch(effect -> effect instanceof Effect.Renew
                        || effect instanceof Effect.Release
                        || effect instanceof Effect.TryAcquire
                        || effect instanceof Effect.Reclaim);
        return this;
    }

    Row isIgnored() {
        assertThat(taken().note()).isNotEmpty();
        return this;
    }

    Candidacy now() {
        return taken().next();
    }

    private List<CandidateEvent> told() {
        return taken().effects().stream()
                .flatMap(effect -> effect instanceof Effect.Tell tell ? Stream.of(tell.event()) : Stream.empty())
                .filter(event -> !(event instanceof CandidateEvent.StateChanged))
                .toList();
    }

    private Transition taken() {
        return transition.orElseThrow(() -> new AssertionError("no input yet"));
    }
}
