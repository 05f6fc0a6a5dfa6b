package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.quorum.ScheduleResult;
import dev.baton.testkit.quorum.ScheduleRunner;
import dev.baton.testkit.quorum.ScheduleShrinker;
import dev.baton.testkit.quorum.ScheduleStatistics;
import dev.baton.testkit.quorum.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The simulator finds bugs: each of these has a seed that shows it, and the real rules pass that seed. */
class PlantedBugsTest {
    private static final long MOST_SEEDS = 10_000;
    private static final Path PAGE = root().resolve("docs/internals/planted-bugs.md");

    /** A row of the page. */
    private record Row(PlantedBug bug, long seed, String trouble) {}

    @TestFactory // QUORUM-3 QUORUM-4 QUORUM-7
    List<DynamicTest> everyPlantedBugIsFound() throws IOException, InterruptedException {
        if (Boolean.getBoolean("planted.update")) {
            Files.writeString(PAGE, page(hunt()));
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (Row row : rows()) {
            tests.add(DynamicTest.dynamicTest(row.bug.name(), () -> {
                assertThat(row.seed).isBetween(1L, MOST_SEEDS);
                assertThat(Simulation.run(row.seed, row.bug.maker(), false).trouble())
                        .as("seed %d", row.seed)
                        .isEqualTo(row.trouble);
                assertThat(Simulation.run(row.seed).trouble())
                        .as("seed %d, real rules", row.seed)
                        .isEmpty();
            }));
        }
        return tests;
    }

    @Test
    void thePageHasEveryPlantedBug() throws IOException {
        assertThat(rows()).extracting(Row::bug).containsExactly(PlantedBug.values());
        assertThat(PlantedBug.values()).hasSizeGreaterThanOrEqualTo(12);
        assertThat(Files.readString(PAGE)).isEqualTo(page(rows()));
    }

    @Test
    void aFailingScheduleIsCutDownToTheFaultsThatMatter() throws IOException {
        Row row = rows().stream()
                .filter(each -> each.bug == PlantedBug.FORGED_CLOSE_BELIEVED)
                .findFirst()
                .orElseThrow();
        ScheduleShrinker.Shrunk shrunk = ScheduleShrinker.shrink(row.seed, row.bug.maker());
        assertThat(shrunk.faultsLeft()).isLessThan(shrunk.faultsBefore());
        assertThat(shrunk.story()).contains("FORGED_CLOSE", "PeerGone", "two valid leaderships");
    }

    private static List<Row> hunt() throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (PlantedBug bug : PlantedBug.values()) {
            ScheduleStatistics tally = ScheduleRunner.run(1, MOST_SEEDS, bug.maker(), (done, total, soFar) -> {});
            assertThat(tally.failures()).as("%s", bug).isNotEmpty();
            ScheduleResult found = tally.failures().get(0);
            rows.add(new Row(bug, found.seed(), found.trouble()));
        }
        return rows;
    }

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("| `")) {
                String[] cells = line.split("\\s*\\|\\s*", -1);
                rows.add(new Row(PlantedBug.valueOf(cells[1].replace("`", "")), Long.parseLong(cells[3]), cells[4]));
            }
        }
        return rows;
    }

    private static String page(List<Row> rows) {
        StringBuilder text = new StringBuilder("""
                # Planted bugs

                Each row breaks one rule of the election among peers, in one line (`PlantedBug`, in the tests: the rules
                stand together in `Rules`, and only its own package can make another set). The node's own assertions are off, so
                that somebody else has to notice. The simulator finds every one within 10,000 seeds; the seed replays it.

                The rules about the list of members (an outdated list is refused, a majority has the present list first,
                older leases end first, terms of the past are not used again) are broken in the model instead, where
                every interleaving is tried: see [quorum.md](quorum.md).

                Written by `mvn -q -pl proofs/quorum -am test -Dtest=PlantedBugsTest -Dsurefire.failIfNoSpecifiedTests=false -Dplanted.update=true`.

                | bug | what a member does | seed | what the simulator says |
                |---|---|---|---|
                """);
        rows.forEach(row -> text.append(
                String.format("| `%s` | %s | %d | %s |%n", row.bug.name(), row.bug.what, row.seed, row.trouble)));
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
