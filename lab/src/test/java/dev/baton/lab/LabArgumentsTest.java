package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The command line of the lab. */
class LabArgumentsTest {

    @Test
    void acceptsNameAndOptionsInAnyOrder() {
        assertThat(LabArguments.parse("--json", "idle", "--n", "5")).isEqualTo(new LabArguments("idle", true, 5));
        assertThat(LabArguments.parse("idle").count(7)).isEqualTo(7);
        assertThat(LabArguments.parse().name()).isEmpty();
    }

    @Test
    void refusesInvalidArgumentsWithReason() {
        assertThatThrownBy(() -> LabArguments.parse("idle", "--n", "0")).hasMessageContaining("--n must be at least 1");
        assertThatThrownBy(() -> LabArguments.parse("idle", "--n")).hasMessageContaining("--n requires a number");
        assertThatThrownBy(() -> LabArguments.parse("--fast")).hasMessageContaining("unknown argument \"--fast\"");
        assertThatThrownBy(() -> LabArguments.parse("idle", "start"))
                .hasMessageContaining("unknown argument \"start\"");
    }
}
