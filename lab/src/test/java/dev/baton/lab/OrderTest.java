package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The command line of the lab. */
class OrderTest {

    @Test
    void theNameAndTheOptionsComeInAnyOrder() {
        assertThat(Order.parse("--json", "idle", "--n", "5")).isEqualTo(new Order("idle", true, 5));
        assertThat(Order.parse("idle").count(7)).isEqualTo(7);
        assertThat(Order.parse().name()).isEmpty();
    }

    @Test
    void whatIsNotUnderstoodIsRefusedWithTheReason() {
        assertThatThrownBy(() -> Order.parse("idle", "--n", "0")).hasMessageContaining("--n must be at least 1");
        assertThatThrownBy(() -> Order.parse("idle", "--n")).hasMessageContaining("--n wants a number");
        assertThatThrownBy(() -> Order.parse("--fast")).hasMessageContaining("\"--fast\" is not understood");
        assertThatThrownBy(() -> Order.parse("idle", "start")).hasMessageContaining("\"start\" is not understood");
    }
}
