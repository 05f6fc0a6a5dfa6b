package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeashChoiceTest {

    @ParameterizedTest
    @EnumSource(LeashLevel.class)
    void autoTakesTheStrongestLevelThatWorks(LeashLevel strongest) {
        Set<LeashLevel> working = EnumSet.range(strongest, LeashLevel.VARIABLE);
        LeashChoice choice = choose("auto", working, false);
        assertThat(choice.level()).isEqualTo(strongest);
        assertThat(choice.refused()).hasSize(LeashLevel.values().length - working.size());
    }

    @Test
    void autoTakesNoUserNamespaceForASetuidCommand() {
        Set<LeashLevel> withoutRoot = EnumSet.range(LeashLevel.USER_NAMESPACE, LeashLevel.MARKER);
        assertThat(choose("auto", withoutRoot, true).level()).isEqualTo(LeashLevel.CGROUP);
        assertThat(choose("auto", EnumSet.of(LeashLevel.USER_NAMESPACE, LeashLevel.MARKER), true)
                        .level())
                .isEqualTo(LeashLevel.MARKER);
        assertThat(choose("auto", EnumSet.allOf(LeashLevel.class), true).level())
                .isEqualTo(LeashLevel.NAMESPACE);
    }

    @Test
    void refusesARequestedLevelThatDoesNotWork() {
        assertThatThrownBy(() -> choose("namespace", EnumSet.of(LeashLevel.MARKER), false))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("namespace: no permission")
                .hasMessageContaining("user-namespace: no permission");
        assertThatThrownBy(() -> choose("namespace", EnumSet.of(LeashLevel.USER_NAMESPACE), true))
                .hasMessageContaining("setuid");
        assertThatThrownBy(() -> choose("rope", EnumSet.allOf(LeashLevel.class), false))
                .hasMessageContaining("--leash rope", "auto, namespace, cgroup or marker");
    }

    @Test
    void requestedLevelIsTaken() {
        assertThat(choose("marker", EnumSet.allOf(LeashLevel.class), false).level())
                .isEqualTo(LeashLevel.MARKER);
        assertThat(choose("cgroup", EnumSet.allOf(LeashLevel.class), false).level())
                .isEqualTo(LeashLevel.CGROUP);
    }

    @Test
    void markerIsWeakWhereTheLimitCannotBeSet() {
        LeashChoice weak = choose("marker", EnumSet.of(LeashLevel.VARIABLE), false);
        assertThat(weak.level()).isEqualTo(LeashLevel.VARIABLE);
        assertThat(weak.describe())
                .startsWith("marker (weak:")
                .contains("(marker: no permission)", "a daemon that clears its environment");
    }

    @Test
    void descriptionNamesTheLevelAndWhatCanEscape() {
        assertThat(choose("auto", EnumSet.of(LeashLevel.MARKER), false).describe())
                .startsWith("marker (namespace: no permission; user-namespace: no permission; cgroup: no permission)")
                .contains("a daemon that keeps forking");
        assertThat(new LeashChoice(LeashLevel.USER_NAMESPACE, List.of()).describe())
                .startsWith("namespace (user namespace: sudo and setuid programs fail in CMD)");
    }

    private static LeashChoice choose(String option, Set<LeashLevel> working, boolean setuid) {
        return LeashChoice.choose(
                option, level -> working.contains(level) ? Optional.empty() : Optional.of("no permission"), setuid);
    }
}
