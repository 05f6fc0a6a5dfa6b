package dev.baton.lab.nemesis.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which faults a schedule injects at the same time. */
class FaultCombinationsTest {

    @ParameterizedTest // API-1
    @EnumSource(names = {"PRIVATE_TMP", "RUN_KILL"})
    void noCommandIsStartedWhileTheFileHasTwoNames(FaultKind start) {
        assertThat(FaultCombinations.together(FaultKind.TWO_NAMES, start)).isFalse();
        assertThat(FaultCombinations.together(start, FaultKind.TWO_NAMES)).isFalse();
        assertThat(FaultCombinations.together(start, FaultKind.FREEZE)).isTrue();
    }

    @ParameterizedTest // API-1
    @EnumSource
    void noFaultIsTogetherWithItself(FaultKind kind) {
        assertThat(FaultCombinations.together(kind, kind)).isFalse();
    }
}
