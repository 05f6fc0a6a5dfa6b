package dev.baton.lab.nemesis.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The reduction of a failed schedule. */
class StepReducerTest {
    private static final List<NemesisStep> TWENTY = IntStream.rangeClosed(1, 20)
            .mapToObj(number -> new NemesisStep(number, Duration.ZERO, List.of()))
            .toList();

    private static List<Integer> numbers(List<NemesisStep> steps) {
        return steps.stream().map(NemesisStep::number).toList();
    }

    @Test
    void onlyTheStepsThatAreNeededRemain() throws Exception {
        StepReducer reducer = new StepReducer(steps -> numbers(steps).containsAll(List.of(14, 18)), () -> true);
        assertThat(numbers(reducer.reduce(TWENTY))).containsExactly(14, 18);
    }

    @Test
    void allStepsRemainIfNoPartFails() throws Exception {
        assertThat(new StepReducer(steps -> false, () -> true).reduce(TWENTY)).isEqualTo(TWENTY);
    }

    @Test
    void noReplayBeginsAfterTheTimeIsOver() throws Exception {
        AtomicInteger replays = new AtomicInteger();
        StepReducer reducer = new StepReducer(steps -> replays.incrementAndGet() < 0, () -> replays.get() < 2);
        assertThat(reducer.reduce(TWENTY)).isEqualTo(TWENTY);
        assertThat(replays).hasValue(2);
    }
}
