package dev.baton.quorum.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.PlantedBug;
import dev.baton.testkit.quorum.Simulation;
import dev.baton.testkit.quorum.SimulationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The simulator, or a test of the module, finds every bug that is planted in the source, and passes without it. {@code
 * -Dmutants=NAME,NAME} runs only some of them, and {@code -Dplanted.update=true} searches again and writes the page. {@code
 * -Dmutants.classes=FOLDER} keeps their classes.
 */
class QuorumMutantsTest {
    private static final Path PAGE = MutatedCode.root().resolve("docs/internals/planted-bugs.md");
    private static final String SECTION = "## Changes of the source\n";
    private static final Map<SimulationLevel, Long> MAX_SEEDS =
            Map.of(SimulationLevel.PROTOCOL, 40_000L, SimulationLevel.MEMBER, 8_000L);

    @TempDir
    Path folder;

    /** The tests that were run without a planted bug. */
    private final Set<MutantFinder.UnitTest> passing = new HashSet<>();

    @TestFactory // QUORUM-3 QUORUM-4 QUORUM-7
    List<DynamicTest> everyPlantedBugIsFound() {
        if (System.getProperty("mutants.classes") != null) {
            return writtenClasses();
        }
        List<String> names = List.of(System.getProperty("mutants", "").split(",", -1));
        return QuorumMutant.all().stream()
                .filter(mutant -> names.contains("") || names.contains(mutant.name()))
                .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> assertFound(mutant)))
                .toList();
    }

    /** For other programs, such as the nemesis: {@code FOLDER/NAME/classes} is put in front of the class path. */
    private static List<DynamicTest> writtenClasses() {
        Path all = Path.of(System.getProperty("mutants.classes")).toAbsolutePath();
        List<String> names = List.of(System.getProperty("mutants", "").split(",", -1));
        return Stream.concat(
                        QuorumMutant.all().stream(),
                        Arrays.stream(PlantedBug.values()).map(QuorumMutantsTest::inTheSource))
                .filter(mutant -> names.contains("") || names.contains(mutant.name()))
                .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> {
                    Path own = Files.createDirectories(all.resolve(mutant.name()));
                    new MutatedCode(mutant, own).close();
                    copyRules(own.resolve("classes"));
                }))
                .toList();
    }

    /** The rules of {@link PlantedBug} in place of the safe ones, and without the assertions of the node. */
    private static QuorumMutant inTheSource(PlantedBug bug) {
        return new QuorumMutant(
                bug.name(),
                bug.name(),
                List.of(
                        new SourceChange(
                                "step/SafetyRules.java",
                                "SAFE = new SafetyRules();",
                                "SAFE = PlantedBug." + bug.name() + ".rules;"),
                        new SourceChange(
                                "step/Invariants.java",
                                "step.checkVote();",
                                "if (step.nanos() == nanos) return; step.checkVote();")),
                new MutantFinder.Schedules(SimulationLevel.PROTOCOL));
    }

    /** Copies the classes of {@link PlantedBug}, which belong to this module. */
    private static void copyRules(Path classes) throws IOException {
        Path from = MutatedCode.root().resolve("proofs/quorum/target/test-classes/dev/baton/quorum/step");
        Path to = Files.createDirectories(classes.resolve("dev/baton/quorum/step"));
        try (Stream<Path> all = Files.list(from)) {
            for (Path file : all.filter(one -> one.getFileName().toString().startsWith("PlantedBug"))
                    .toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private void assertFound(QuorumMutant mutant) throws IOException, InterruptedException {
        try (MutatedCode code = new MutatedCode(mutant, Files.createDirectories(folder.resolve(mutant.name())))) {
            if (mutant.finder() instanceof MutantFinder.UnitTest test) {
                if (passing.add(test)) {
                    assertThat(MutatedCode.passes(test, List.of()))
                            .as("%s passes without a planted bug", test)
                            .isTrue();
                }
                assertThat(code.fails(test))
                        .as("%s finds %s", test, mutant.name())
                        .isTrue();
            } else if (mutant.finder() instanceof MutantFinder.Schedules schedules) {
                MutatedCode.Failure known = rows().get(mutant.name());
                assertThat(known).as("the page has a seed of %s", mutant.name()).isNotNull();
                assertThat(known.seed()).isBetween(1L, MAX_SEEDS.get(schedules.level()));
                assertThat(code.failure(schedules.level(), known.seed()))
                        .as("seed %d", known.seed())
                        .contains(known);
                assertThat(Simulation.run(known.seed(), schedules.level()).violation())
                        .as("seed %d, without the bug", known.seed())
                        .isEmpty();
            }
        }
    }

    @Test
    void pageListsEveryPlantedBug() throws IOException {
        String page = Files.readString(PAGE);
        String before = page.contains(SECTION) ? page.substring(0, page.indexOf(SECTION)) : page + "\n";
        if (Boolean.getBoolean("planted.update")) {
            Files.writeString(PAGE, before + section(search()));
        }
        assertThat(Files.readString(PAGE)).isEqualTo(before + section(rows()));
    }

    private Map<String, MutatedCode.Failure> search() throws IOException {
        Map<String, MutatedCode.Failure> found = new TreeMap<>();
        List<String> unseen = new ArrayList<>();
        for (QuorumMutant mutant : QuorumMutant.all()) {
            if (mutant.finder() instanceof MutantFinder.Schedules schedules) {
                Path own = Files.createDirectories(folder.resolve("search-" + mutant.name()));
                try (MutatedCode code = new MutatedCode(mutant, own)) {
                    Optional<MutatedCode.Failure> failure =
                            code.firstFailure(schedules.level(), MAX_SEEDS.get(schedules.level()));
                    System.out.println(mutant.name() + ": " + failure);
                    failure.ifPresentOrElse(first -> found.put(mutant.name(), first), () -> unseen.add(mutant.name()));
                }
            }
        }
        assertThat(unseen).as("bugs that no schedule finds").isEmpty();
        return found;
    }

    private static Map<String, MutatedCode.Failure> rows() throws IOException {
        Map<String, MutatedCode.Failure> rows = new TreeMap<>();
        String page = Files.readString(PAGE);
        for (String line : page.substring(Math.max(0, page.indexOf(SECTION))).split("\n", -1)) {
            String[] cells = line.split("\\s*\\|\\s*", -1);
            if (line.startsWith("| `") && cells.length > 5 && cells[4].matches("\\d+")) {
                String violation = cells[5];
                rows.put(cells[1].replace("`", ""), new MutatedCode.Failure(Long.parseLong(cells[4]), violation));
            }
        }
        return rows;
    }

    private static String section(Map<String, MutatedCode.Failure> rows) {
        StringBuilder text = new StringBuilder(SECTION).append("""

                Each row breaks one rule by a change of the source of `backends/quorum`. The class is compiled again, and the
                simulator runs with it: `protocol` with the rules and the state directory, `member` with whole members
                ([the levels](proofs.md#quorum)). The seed is that of the first failing schedule when this page was made: so many
                schedules it took. The long tier runs 40,000 and 8,000, and checks that this seed still fails. The others are
                found by a test. In this table the assertions of the node stay on.

                | bug | what happens | found by | seed | violation found |
                |---|---|---|---|---|
                """);
        for (QuorumMutant mutant : QuorumMutant.all()) {
            MutatedCode.Failure failure = rows.getOrDefault(mutant.name(), new MutatedCode.Failure(0, "not found"));
            text.append("| `").append(mutant.name()).append("` | ").append(mutant.description());
            if (mutant.finder() instanceof MutantFinder.UnitTest test) {
                String type = test.test().substring(test.test().lastIndexOf('.') + 1);
                text.append(" | `")
                        .append(type)
                        .append('.')
                        .append(test.method())
                        .append("` | | |\n");
            } else if (mutant.finder() instanceof MutantFinder.Schedules schedules) {
                String level = schedules.level().name().toLowerCase(Locale.ROOT);
                text.append(" | ").append(level).append(" | ");
                text.append(failure.seed())
                        .append(" | ")
                        .append(failure.violation())
                        .append(" |\n");
            }
        }
        return text.toString();
    }
}
