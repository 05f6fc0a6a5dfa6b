package dev.baton.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Leadership;
import dev.baton.machine.EndReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamedGateTest {
    private final HandClock clock = new HandClock();
    private final Reign reign = new Reign("e", "a", 7, Deadline.of(clock.now(), Duration.ofSeconds(10)), clock);
    private final NamedGate gate =
            new NamedGate("dispatch", () -> Optional.of((Leadership) reign).filter(Leadership::isValid));
    private final List<Long> epochs = new ArrayList<>();

    @Test // FILE-1
    void itActsOnlyWhileItsCandidateLeadsAndCountsBoth() throws Exception {
        assertThat(gate.name()).isEqualTo("dispatch");
        assertThat(gate.run(leadership -> epochs.add(leadership.epoch()))).isTrue();
        assertThat(gate.call(leadership -> "sent")).contains("sent");
        reign.end(EndReason.TAKEN_OVER);
        assertThat(gate.run(leadership -> epochs.add(leadership.epoch()))).isFalse();
        assertThat(gate.call(leadership -> epochs.add(0L))).isEmpty();
        assertThat(epochs).containsExactly(7L);
        assertThat(gate.passed()).isEqualTo(2);
        assertThat(gate.suppressed()).isEqualTo(2);
    }

    @Test // FILE-1
    @SuppressWarnings("NullAway") // not every caller has its nulls checked
    void anActionWithoutAResultIsNoFailure() throws Exception {
        assertThat(gate.call(leadership -> {
                    epochs.add(1L);
                    return null;
                }))
                .isEmpty();
        assertThat(epochs).containsExactly(1L);
        assertThat(gate.passed()).isEqualTo(1);
    }
}
