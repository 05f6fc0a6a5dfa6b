package dev.baton.node.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HolderTimerTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test // NODE-1
    void lockThatNobodyIsSeenToHoldIsNotHeldHoweverLongItTakes() {
        HolderTimer timer = new HolderTimer(0);
        assertThat(timer.heldFor(Optional.empty(), 100 * SECOND)).isZero();
        assertThat(timer.heldFor(Optional.of("other"), 101 * SECOND)).isZero();
        assertThat(timer.heldFor(Optional.of("other"), 103 * SECOND)).isEqualTo(Duration.ofSeconds(2));
        assertThat(timer.heldFor(Optional.empty(), 104 * SECOND)).isZero();
        assertThat(timer.heldFor(Optional.of("other"), 110 * SECOND)).isZero();
        assertThat(timer.waitedFor(110 * SECOND)).isEqualTo(Duration.ofSeconds(110));
    }

    @Test // NODE-1
    void anotherHolderStartsAnew() {
        HolderTimer timer = new HolderTimer(0);
        timer.heldFor(Optional.of("one"), SECOND);
        assertThat(timer.heldFor(Optional.of("two"), 9 * SECOND)).isZero();
    }
}
