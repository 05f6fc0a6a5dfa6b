package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchCommandTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** It ends at once; the rest is for a machine under load. */
    private static final Duration END = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    @Test // API-7
    void endsWhenItsReaderEndsThoughNothingChanges() throws Exception {
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", "job", "--on", store).code()).isZero();
        // The line of head is in the file while the command before it may still run.
        Path read = directory.resolve("read");
        String pipe = "\"$@\" | head -1 >read";
        List<String> words = new ArrayList<>(List.of("sh", "-c", pipe, "sh"));
        words.addAll(BatonProcess.command(directory, "watch", "job", "--on", store));
        Process shell = new ProcessBuilder(words).directory(directory.toFile()).start();
        try {
            await().atMost(TIMEOUT).until(() -> Files.exists(read) && Files.size(read) > 0);
            assertThat(shell.waitFor(END.toSeconds(), TimeUnit.SECONDS))
                    .as("ended within %s after its reader", END)
                    .isTrue();
            assertThat(Files.readString(read)).hasLineCount(1).contains("job  no leader");
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }

    @Test // API-7
    void printsALineWithTheTimeForEveryChange() {
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", "job", "--on", store).code()).isZero();
        try (BatonProcess watch = BatonProcess.start(directory, "watch", "--on", store)) {
            await().atMost(TIMEOUT).until(() -> watch.out().contains("no leader"));
            assertThat(Cli.run("acquire", "job", "--id", "me", "--on", store).out())
                    .isEqualTo("2\n");
            await().atMost(TIMEOUT).until(() -> watch.out().contains("; me, epoch 2, led for "));
            assertThat(watch.out().lines()).allMatch(line -> line.matches("20\\S+Z  job  .+"));
            assertThat(watch.out()).contains("me leads, epoch 2, after ");
            watch.signal("INT");
            assertThat(watch.exitCode()).isZero();
        }
    }

    @Test // API-7
    void goesOnAfterTheStoreCouldNotBeRead() throws IOException {
        Path folder = directory.resolve("store");
        Path moved = directory.resolve("moved");
        String store = "file:" + folder;
        assertThat(Cli.run("acquire", "job", "--on", store).code()).isZero();
        try (BatonProcess watch = BatonProcess.start(directory, "watch", "--on", store);
                BatonProcess json = BatonProcess.start(directory, "watch", "job", "--json", "--on", store)) {
            await().atMost(TIMEOUT)
                    .until(() ->
                            watch.out().contains("no leader") && !json.out().isEmpty());
            Files.move(folder, moved);
            Files.createFile(folder);
            await().atMost(TIMEOUT)
                    .until(() ->
                            watch.out().contains("  cannot read ") && json.err().contains("  cannot read "));
            Files.delete(folder);
            Files.move(moved, folder);
            await().atMost(TIMEOUT)
                    .until(() -> watch.out().contains(" can be read again")
                            && json.err().contains(" can be read again"));
            assertThat(Cli.run("acquire", "job", "--id", "me", "--on", store).out())
                    .isEqualTo("2\n");
            await().atMost(TIMEOUT).until(() -> watch.out().contains("; me, epoch 2, led for "));
            assertThat(watch.out()).containsOnlyOnce("  cannot read ");
            assertThat(json.json()).isNotEmpty();
            for (BatonProcess each : List.of(watch, json)) {
                each.signal("INT");
                assertThat(each.exitCode()).isZero();
            }
        }
    }

    @Test // API-7
    void failsIfTheStoreCannotBeReadAtTheStart() throws IOException {
        Path file = Files.createFile(directory.resolve("plain"));
        assertThat(Cli.run("watch", "job", "--on", "file:" + file).code()).isEqualTo(3);
    }

    @Test // API-7
    void screenNeedsATerminal() {
        Cli refused = Cli.run("watch", "--screen", "--on", "file:" + directory);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("--screen needs a terminal");
        assertThat(Cli.run(Map.of(), true, "watch", "--screen", "--json", "--on", "file:" + directory)
                        .code())
                .isEqualTo(2);
    }
}
