package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.quorum.ScheduleResult;
import dev.baton.testkit.quorum.ScheduleShrinker;
import dev.baton.testkit.quorum.Simulation;
import dev.baton.testkit.quorum.SimulationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The simulator detects every planted bug with a known seed, which the correct rules pass. */
class PlantedBugsTest {
    private static final long MAX_SEEDS = 10_000;
    private static final Path PAGE = root().resolve("docs/internals/planted-bugs.md");

    private record Row(PlantedBug bug, long seed, String violation) {}

    @TestFactory // QUORUM-3 QUORUM-4 QUORUM-7
    List<DynamicTest> everyPlantedBugIsDetected() throws IOException {
        if (Boolean.getBoolean("planted.update")) {
            Files.writeString(
                    PAGE,
                    page(search()) + Files.readString(PAGE).substring(ownPart().length()));
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (Row row : rows()) {
            tests.add(DynamicTest.dynamicTest(row.bug.name(), () -> {
                assertThat(row.seed).isBetween(1L, MAX_SEEDS);
                assertThat(Simulation.run(row.seed, SimulationLevel.PROTOCOL, row.bug.factory(), false)
                                .violation())
                        .as("seed %d", row.seed)
                        .isEqualTo(row.violation);
                assertThat(Simulation.run(row.seed, SimulationLevel.PROTOCOL).violation())
                        .as("seed %d, correct rules", row.seed)
                        .isEmpty();
            }));
        }
        return tests;
    }

    @Test
    void pageListsEveryPlantedBug() throws IOException {
        assertThat(rows()).extracting(Row::bug).containsExactly(PlantedBug.values());
        assertThat(PlantedBug.values()).hasSizeGreaterThanOrEqualTo(12);
        assertThat(ownPart()).isEqualTo(page(rows()));
    }

    @Test
    void failingScheduleIsReducedToRelevantFaults() throws IOException {
        Row row = rows().stream()
                .filter(each -> each.bug == PlantedBug.FORGED_CLOSE_TRUSTED)
                .findFirst()
                .orElseThrow();
        ScheduleShrinker.Shrunk shrunk = ScheduleShrinker.shrink(row.seed, SimulationLevel.PROTOCOL, row.bug.factory());
        assertThat(shrunk.faultsLeft()).isLessThan(shrunk.faultsBefore());
        assertThat(shrunk.trace()).contains("FORGED_CLOSE", "PeerGone", "two valid leaderships");
    }

    private static List<Row> search() {
        List<Row> rows = new ArrayList<>();
        for (PlantedBug bug : PlantedBug.values()) {
            ScheduleResult found = LongStream.rangeClosed(1, MAX_SEEDS)
                    .mapToObj(seed -> Simulation.run(seed, SimulationLevel.PROTOCOL, bug.factory(), false))
                    .filter(result -> !result.passed())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no schedule finds " + bug));
            rows.add(new Row(bug, found.seed(), found.violation()));
        }
        return rows;
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : ownPart().lines().toList()) {
            if (line.startsWith("| `")) {
                String[] cells = line.split("\\s*\\|\\s*", -1);
                rows.add(new Row(PlantedBug.valueOf(cells[1].replace("`", "")), Long.parseLong(cells[3]), cells[4]));
            }
        }
        return rows;
    }

    /** Returns the page without the bugs that are planted in the source. */
    private static String ownPart() throws IOException {
        String page = Files.readString(PAGE);
        int end = page.indexOf("\n## Changes of the source");
        return end < 0 ? page : page.substring(0, end);
    }

    private static String page(List<Row> rows) {
        StringBuilder text = new StringBuilder("""
                # Planted bugs

                Each row breaks one rule of the election among peers, in one line of `PlantedBug`. All rules are in
                `SafetyRules`, and only tests in its package can replace them. The node's own assertions are disabled, so
                that the simulator itself must detect the bug. It does so within 10,000 seeds, each a schedule. The number of
                the seed is how many schedules it took; run a seed again to replay the failure.

                More rules are broken by [changes of the source](#changes-of-the-source), and in the [TLA+
                model](quorum-model.md), which checks every interleaving.

                `PlantedBugsTest` and `QuorumMutantsTest` generate this page:
                `mvn -q -pl proofs/quorum -am test -Dtest=PlantedBugsTest,QuorumMutantsTest -Dsurefire.failIfNoSpecifiedTests=false -Dplanted.update=true`

                | bug | a member … | seed | violation found |
                |---|---|---|---|
                """);
        rows.forEach(row -> text.append(String.format(
                "| `%s` | %s | %d | %s |%n", row.bug.name(), row.bug.description, row.seed, row.violation)));
        return text.toString();
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(here.resolve("verify"))) {
            here = Objects.requireNonNull(here.getParent());
        }
        return here;
    }
}
