package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
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

    @TempDir
    Path directory;

    @Test // API-7
    void endsWhenItsReaderEndsThoughNothingChanges() throws Exception {
        String store = "file:" + directory.resolve("store");
        assertThat(Cli.run("acquire", "job", "--on", store).code()).isZero();
        String pipe = "\"$@\" | head -1";
        List<String> words = new ArrayList<>(List.of("sh", "-c", pipe, "sh"));
        words.addAll(BatonProcess.command(directory, "watch", "job", "--on", store));
        Process shell = new ProcessBuilder(words).start();
        try {
            assertThat(shell.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .hasLineCount(1)
                    .contains("job  no leader");
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
    void screenNeedsATerminal() {
        Cli refused = Cli.run("watch", "--screen", "--on", "file:" + directory);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("--screen needs a terminal");
        assertThat(Cli.run(Map.of(), true, "watch", "--screen", "--json", "--on", "file:" + directory)
                        .code())
                .isEqualTo(2);
    }
}
