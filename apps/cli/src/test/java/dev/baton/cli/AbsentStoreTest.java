package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that read say so if there is no such store, and do not create it. */
class AbsentStoreTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @ParameterizedTest // PG-10
    @CsvSource({"file:, directory", "lease:sqlite:, file"})
    void statusOfAllElectionsSaysThatThereIsNoSuchStore(String scheme, String missing) {
        String store = scheme + directory.resolve("store");
        Cli status = Cli.run("status", "--on", store);
        assertThat(status.code()).as(status.err()).isZero();
        assertThat(status.out())
                .startsWith("no elections in " + scheme)
                .endsWith(": the " + missing + " does not exist; the first candidate creates it\n");
        assertThat(Cli.run("status", "--on", store, "--json").out()).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest // PG-10
    @ValueSource(strings = {"status", "history"})
    void nameOfAnElectionIsNotBlamed(String command) {
        String store = "file:" + directory.resolve("store");
        Cli refused = Cli.run(command, "nightly", "--on", store);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .isEqualTo("baton: there is no election nightly in " + store
                        + ": the directory does not exist; the first candidate creates it. Check the store\n");
    }

    @Test // PG-10
    void emptyStoreThatExistsHasNoElections() throws Exception {
        String store = "file:" + Files.createDirectory(directory.resolve("store"));
        assertThat(Cli.run("status", "--on", store).out()).isEqualTo("no elections in " + store + "\n");
        assertThat(Cli.run("status", "nightly", "--on", store).err()).contains("Check its name and the store");
    }

    @Test // PG-10
    void doctorSaysThatTheFirstCandidateCreatesTheDirectory() {
        Path store = directory.resolve("store");
        Cli doctor = Cli.run("doctor", "--on", "file:" + store);
        assertThat(doctor.code()).isZero();
        assertThat(doctor.out()).contains(store + " does not exist; the first candidate creates it");
        assertThat(Cli.run("acquire", "nightly", "--on", "file:" + store).code())
                .isZero();
        assertThat(Cli.run("doctor", "--on", "file:" + store).out()).contains(store + " is writable");
    }

    @Test // API-7
    void watchWaitsForTheStore() {
        String store = "file:" + directory.resolve("store");
        try (BatonProcess watch = BatonProcess.start(directory, "watch", "--on", store)) {
            await().atMost(TIMEOUT)
                    .until(() ->
                            watch.err().contains("no elections yet in " + store + ": the directory does not exist"));
            assertThat(directory.resolve("store")).doesNotExist();
            assertThat(Cli.run("acquire", "nightly", "--on", store).code()).isZero();
            await().atMost(TIMEOUT).until(() -> watch.out().contains("  nightly  "));
            watch.signal("INT");
            assertThat(watch.exitCode()).isZero();
        }
    }
}
