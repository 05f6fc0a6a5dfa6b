package dev.baton.lab.nemesis.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which links are cut when a group is divided. */
class GroupHalvesTest {
    private final Set<Set<String>> cut = new HashSet<>();
    private final GroupHalves halves = new GroupHalves(
            new TrialPlan(Path.of("none"), Optional.empty(), WorkKind.ELECTIONS, ""),
            Duration.ofSeconds(2),
            (one, other) -> {
                cut.add(Set.of(one, other));
                return List.of();
            });

    @Test
    void eachHalfHasTwoMembersAndSharesTheFifth() {
        for (int choice = 0; choice < 40; choice++) {
            cut.clear();
            halves.around("p1", choice);
            Set<String> without = new HashSet<>(Set.of("p0", "p1", "p2", "r0", "r1"));
            cut.forEach(without::removeAll);
            assertThat(cut).as("choice %d", choice).hasSize(4);
            assertThat(without).as("shared").hasSize(1).isSubsetOf("p0", "p2");
            assertThat(cut.stream().filter(link -> link.contains("p1"))).hasSize(2);
        }
    }
}
