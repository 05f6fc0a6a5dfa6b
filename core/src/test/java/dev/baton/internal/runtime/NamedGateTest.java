package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.GateResult;
import dev.baton.WorkFailurePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamedGateTest {
    private final ManualClock clock = new ManualClock();
    private final TimedLeadership leadership =
            new TimedLeadership("e", "a", 7, clock.now().plus(Duration.ofSeconds(10)), clock);
    private final TenureWork work = new TenureWork(
            this,
            leadership,
            new RuntimeEnvironment(clock, new ThreadEventLoop(clock), Runnable::run, Runnable::run),
            WorkFailurePolicy.STEP_DOWN,
            failure -> {},
            () -> {});
    private final NamedGate gate =
            new NamedGate("dispatch", () -> Optional.of(work).filter(TenureWork::tryEnter));
    private final List<Long> epochs = new ArrayList<>();

    @Test // FILE-1
    void runsActionsOnlyWhileLeadingAndCountsBoth() throws Exception {
        assertThat(gate.name()).isEqualTo("dispatch");
        assertThat(gate.tryRun(current -> epochs.add(current.epoch()))).isTrue();
        assertThat(gate.tryCall(current -> "sent").value()).contains("sent");
        leadership.end(EndReason.TAKEN_OVER);
        assertThat(gate.tryRun(current -> epochs.add(current.epoch()))).isFalse();
        assertThat(gate.tryCall(current -> epochs.add(0L)).isSuppressed()).isTrue();
        assertThat(epochs).containsExactly(7L);
        assertThat(gate.passed()).isEqualTo(2);
        assertThat(gate.suppressed()).isEqualTo(2);
    }

    @Test
    void countsActionsThatTheCallerHeldBack() {
        gate.countSuppressed();
        assertThat(gate.suppressed()).isEqualTo(1);
        assertThat(gate.passed()).isZero();
    }

    @Test // FILE-1
    @SuppressWarnings("NullAway") // callers without null checks can return null
    void distinguishesNullResultFromSuppressedAction() throws Exception {
        GateResult<Object> result = gate.tryCall(current -> {
            epochs.add(1L);
            return null;
        });
        assertThat(result.passed()).isTrue();
        assertThat(result.value()).isEmpty();
        assertThat(epochs).containsExactly(1L);
        assertThat(gate.passed()).isEqualTo(1);
    }
}
