package dev.baton.lab.nemesis.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The schedule of faults. */
class NemesisScheduleTest {
    private static final Duration VALIDITY = Duration.ofSeconds(2);

    private static List<NemesisStep> steps(long seed, Set<FaultKind> kinds, int count) {
        NemesisSchedule schedule =
                new NemesisSchedule(seed, kinds, VALIDITY, List.of("p0", "p1", "p2"), List.of("r0", "r1"));
        return IntStream.range(0, count).mapToObj(i -> schedule.next()).toList();
    }

    @Test
    void sameSeedGivesTheSameSteps() {
        Set<FaultKind> all = EnumSet.allOf(FaultKind.class);
        assertThat(steps(7, all, 500)).isEqualTo(steps(7, all, 500)).isNotEqualTo(steps(8, all, 500));
    }

    @Test
    void stepIsReadAsItWasPrinted() {
        for (NemesisStep step : steps(7, EnumSet.allOf(FaultKind.class), 500)) {
            assertThat(NemesisStep.parse(step.toString())).isEqualTo(step);
        }
    }

    @Test
    void everyKindOccursAndNothingLastsLongerThanThreeValidities() {
        List<PlannedFault> faults = steps(7, EnumSet.allOf(FaultKind.class), 500).stream()
                .flatMap(step -> step.faults().stream())
                .toList();
        for (FaultKind kind : FaultKind.values()) {
            assertThat(faults.stream().filter(fault -> fault.kind() == kind).count())
                    .as(kind.code())
                    .isGreaterThanOrEqualTo(500 / FaultKind.values().length);
        }
        assertThat(faults).allSatisfy(fault -> {
            assertThat(fault.duration()).isBetween(Duration.ofMillis(100), VALIDITY.multipliedBy(3));
            assertThat(fault.delay()).isLessThanOrEqualTo(VALIDITY.multipliedBy(3));
        });
    }

    @Test
    void faultsThatAreOutsideOfTheGuaranteesTogetherAreNotCombined() {
        List<NemesisStep> combined = steps(7, EnumSet.allOf(FaultKind.class), 2_000).stream()
                .filter(step -> step.faults().size() > 1)
                .toList();
        assertThat(combined).hasSizeGreaterThan(400);
        for (NemesisStep step : combined) {
            FaultKind one = step.faults().get(0).kind();
            FaultKind other = step.faults().get(1).kind();
            assertThat(EnumSet.of(one, other)).doesNotContain(FaultKind.MOVE, FaultKind.COPY);
            if (one == FaultKind.RESTORE || other == FaultKind.RESTORE) {
                assertThat(EnumSet.of(one, other)).contains(FaultKind.HALVES);
            }
            assertThat(EnumSet.of(one, other)).isNotEqualTo(EnumSet.of(FaultKind.SIDE_FILES, FaultKind.KILL));
            assertThat(one.scope() == FaultKind.Scope.SERVER && other.scope() == FaultKind.Scope.SERVER)
                    .as(step.toString())
                    .isFalse();
        }
    }

    @Test
    void onlyChosenKindsOccur() {
        assertThat(steps(7, FaultKind.parse("kill,run-freeze"), 100))
                .extracting(NemesisStep::kinds)
                .containsOnly("kill", "run-freeze", "kill+run-freeze");
    }

    @Test
    void unknownFaultIsRefusedWithTheList() {
        assertThatThrownBy(() -> FaultKind.parse("kill,flood"))
                .hasMessageContaining("unknown fault \"flood\"")
                .hasMessageContaining("run-freeze");
        assertThatThrownBy(() -> NemesisStep.parse("1 100 kill(p0)")).hasMessageContaining("not a fault");
    }
}
