package dev.baton.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that runs of one campaign share. */
class TrialResultsTest {
    private static final TrialResult FIRST =
            new TrialResult("file:", 7, 300, 20, 90, 0, Map.of("kill", 15, "freeze", 12));

    @TempDir
    Path folder;

    @Test
    void resultIsReadAsItWasPrinted() {
        assertThat(FIRST.line())
                .isEqualTo("nemesis on=file: seed=7 seconds=300 steps=20 faults=27 failovers=90 violations=0"
                        + " freeze=12 kill=15");
        assertThat(TrialResult.parse(FIRST.line())).contains(FIRST);
    }

    @Test
    void otherAndIncompleteLinesAreNoResults() {
        assertThat(TrialResult.parse("nemesis on file: seed 7, histories in /tmp/x"))
                .isEmpty();
        assertThat(TrialResult.parse("nemesis on=file: seed=7 seconds=300 steps=20 faults=27 fail"))
                .isEmpty();
        assertThat(TrialResult.parse(FIRST.line().replace(" kill=15", ""))).isEmpty();
        assertThat(TrialResult.parse("")).isEmpty();
    }

    @Test
    void laterRunContinuesTheStepsOfItsSeedAndCountsAllFaultsOfItsStore() throws Exception {
        Path file = folder.resolve("results");
        TrialResults results = TrialResults.read(Optional.of(file));
        results.add(FIRST);
        results.add(new TrialResult("file:", 8, 60, 4, 10, 1, Map.of("kill", 5)));
        results.add(new TrialResult("quorum:", 7, 60, 9, 30, 0, Map.of("cut", 11)));
        Files.writeString(file, "a line of somebody\n", StandardOpenOption.APPEND);

        TrialResults later = TrialResults.read(Optional.of(file));

        assertThat(later.steps("file:", 7)).isEqualTo(20);
        assertThat(later.steps("file:", 9)).isZero();
        assertThat(later.faults("file:")).isEqualTo(32);
        assertThat(later.failovers("file:")).isEqualTo(100);
        assertThat(later.table())
                .hasSize(5)
                .anyMatch(row -> row.matches("file: +7 +1 +5 +27 +90 +0"))
                .anyMatch(row -> row.matches("file: +all +2 +6 +32 +100 +1"))
                .anyMatch(row -> row.matches("quorum: +7 +1 +1 +11 +30 +0"))
                .isEqualTo(results.table());
    }

    @Test
    void withoutAFileNothingIsKept() throws Exception {
        TrialResults results = TrialResults.read(Optional.empty());
        results.add(FIRST);
        assertThat(results.faults("file:")).isEqualTo(27);
        assertThat(TrialResults.read(Optional.of(folder.resolve("absent"))).table())
                .hasSize(1);
    }
}
