package dev.baton.seams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A test finds every planted bug, and passes without it. {@code -Dmutants=NAME,NAME} runs only some of them, and
 * {@code -Dmutants.update=true} writes the page. {@code -Dmutants.classes=FOLDER} keeps their classes.
 */
class SeamMutantsTest {
    private static final Path PAGE = MutantTrial.root().resolve("docs/internals/seam-mutants.md");

    @TempDir
    Path folder;

    @TestFactory // API-1, API-2, API-6, FENCE-1
    @Execution(ExecutionMode.CONCURRENT)
    List<DynamicTest> everyPlantedBugIsFound() {
        if (System.getProperty("mutants.classes") != null) {
            return writtenClasses();
        }
        Map<String, FutureTask<Boolean>> passes = new ConcurrentHashMap<>();
        List<DynamicTest> tests = new ArrayList<>();
        for (SeamMutant mutant : SeamMutant.all()) {
            if (isChosen(mutant.name())) {
                tests.add(DynamicTest.dynamicTest(mutant.name(), () -> assertFound(mutant, passes)));
            }
        }
        return tests;
    }

    private void assertFound(SeamMutant mutant, Map<String, FutureTask<Boolean>> passes) throws Exception {
        String test = mutant.test() + "#" + mutant.method();
        FutureTask<Boolean> without = passes.computeIfAbsent(test, key -> new FutureTask<>(() -> passes(mutant)));
        // Only the first call runs it.
        without.run();
        assertThat(result(without)).as("%s passes without a planted bug", test).isTrue();
        Path own = Files.createDirectories(folder.resolve(mutant.name()));
        assertThat(new MutantTrial(own).isFound(mutant))
                .as("%s finds that %s", test, mutant.description())
                .isTrue();
    }

    private static boolean result(FutureTask<Boolean> task) throws Exception {
        try {
            return task.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    private boolean passes(SeamMutant mutant) throws IOException, InterruptedException {
        MutantTrial trial = new MutantTrial(Files.createDirectories(folder.resolve("without-" + mutant.name())));
        boolean passed = trial.passes(mutant.test(), mutant.method());
        if (!passed) {
            System.out.println(trial.output());
        }
        return passed;
    }

    /** For other programs, such as the nemesis: {@code FOLDER/NAME/classes} is put in front of the class path. */
    private static List<DynamicTest> writtenClasses() {
        Path all = Path.of(System.getProperty("mutants.classes")).toAbsolutePath();
        return SeamMutant.all().stream()
                .filter(mutant -> isChosen(mutant.name()))
                .map(mutant -> DynamicTest.dynamicTest(
                        mutant.name(),
                        () -> new MutantTrial(Files.createDirectories(all.resolve(mutant.name()))).classes(mutant)))
                .toList();
    }

    private static boolean isChosen(String name) {
        List<String> names = List.of(System.getProperty("mutants", "").split(",", -1));
        return names.contains("") || names.contains(name);
    }

    @TestFactory
    List<DynamicTest> everyPlantedBugStillChangesItsSource() {
        return SeamMutant.all().stream()
                .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> {
                    for (SourceEdit edit : mutant.edits()) {
                        edit.applyTo(MutantTrial.root(), folder.resolve(mutant.name()));
                    }
                }))
                .toList();
    }

    @Test
    void pageListsEveryPlantedBug() throws IOException {
        if (Boolean.getBoolean("mutants.update")) {
            Files.writeString(PAGE, page());
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page());
    }

    private static String page() {
        StringBuilder text = new StringBuilder("""
                # Bugs planted outside the quorum

                Each row breaks one rule of a module, by a change of its source. The class is compiled again and put in front
                of the real one, and the test that is named must fail. It must pass without the change. The leash is a shell
                script, which is used as it is. The rules of the quorum have [their own page](planted-bugs.md).

                `SeamMutantsTest` generates this page:
                `mvn -q -pl proofs/seams -am test -Dtest=SeamMutantsTest#page* -Dsurefire.failIfNoSpecifiedTests=false -Dmutants.update=true`

                | bug | what happens | found by |
                |---|---|---|
                """);
        for (SeamMutant mutant : SeamMutant.all()) {
            String test = mutant.test().substring(mutant.test().lastIndexOf('.') + 1);
            text.append("| `")
                    .append(mutant.name())
                    .append("` | ")
                    .append(mutant.description())
                    .append(" | `")
                    .append(test)
                    .append('.')
                    .append(mutant.method().replaceAll("\\(.*", ""))
                    .append("` |\n");
        }
        return text.toString();
    }
}
