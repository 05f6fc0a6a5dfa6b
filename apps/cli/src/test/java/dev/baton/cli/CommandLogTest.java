package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of {@code baton run} on stderr. */
class CommandLogTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private BatonProcess run(String id, String... options) {
        List<String> words = new ArrayList<>(
                List.of("run", "nightly", "--on", "file:" + directory.resolve("store"), "--id", id, "--json"));
        words.addAll(List.of(options));
        return BatonProcess.start(directory, words.toArray(new String[0]));
    }

    @Test // PG-10
    void verboseLogsEveryTransitionAndFailedAttempt() {
        try (BatonProcess leader = run("a", "-v");
                BatonProcess quiet = run("b", "--quiet")) {
            await().atMost(TIMEOUT).until(() -> leader.has("acquired") || quiet.has("acquired"));
            try (BatonProcess standby = run("c", "--verbose", "--log-format", "json")) {
                await().atMost(TIMEOUT).until(() -> standby.has("acquire_failed"));
                standby.signal("TERM");
                assertThat(standby.exitCode()).isZero();
                List<Map<String, @Nullable Object>> lines =
                        standby.err().lines().map(Json::parseObject).toList();
                assertThat(lines)
                        .anyMatch(line -> "follower".equals(line.get("from")) && "acquiring".equals(line.get("to")))
                        .anyMatch(line -> "acquire_failed".equals(line.get("event")) && line.get("holder") != null)
                        .allMatch(line -> line.containsKey("time") && line.containsKey("level"));
            }
            quiet.signal("TERM");
            leader.signal("TERM");
            assertThat(leader.exitCode()).isZero();
            assertThat(quiet.exitCode()).isZero();
            assertThat(quiet.err()).isEmpty();
            assertThat(leader.err()).contains(" DEBUG state_change from=follower to=acquiring election=nightly");
        }
    }

    @Test // PG-10
    void verboseTwiceAlsoLogsWhatLibrariesLog() {
        String store = "file:" + directory.resolve("store");
        for (String option : List.of("-v", "-vv", "--verbose --verbose")) {
            List<String> words = new ArrayList<>(List.of("console", "--on", store, "--listen", "127.0.0.1:0"));
            words.addAll(List.of("--log-format", "json"));
            words.addAll(List.of(option.split(" ")));
            try (BatonProcess console = BatonProcess.start(directory, words.toArray(new String[0]))) {
                await().atMost(TIMEOUT).until(() -> console.out().contains("http://127.0.0.1:"));
                console.signal("TERM");
                assertThat(console.exitCode()).as(console.err()).isZero();
                List<String> loggers = console.err()
                        .lines()
                        .map(line -> String.valueOf(Json.parseObject(line).get("logger")))
                        .filter(logger -> !logger.startsWith("dev.baton"))
                        .toList();
                if (option.equals("-v")) {
                    assertThat(loggers).isEmpty();
                } else {
                    assertThat(loggers).anyMatch(logger -> logger.startsWith("org.eclipse.jetty"));
                }
            }
        }
    }

    @Test // PG-10
    void optionsForTheLogWorkBeforeTheNameOfTheCommand() {
        String store = "file:" + directory.resolve("store");
        String[] options = {"-v", "--log-format", "json", "run", "nightly", "--on", store, "--id", "a", "--json"};
        try (BatonProcess leader = BatonProcess.start(directory, options)) {
            await().atMost(TIMEOUT).until(() -> leader.has("acquired"));
            leader.signal("TERM");
            assertThat(leader.exitCode()).isZero();
            assertThat(leader.err().lines().map(Json::parseObject))
                    .anyMatch(line -> "follower".equals(line.get("from")) && "acquiring".equals(line.get("to")));
        }
        assertThat(Cli.run("--log-format=json", "-v", "--quiet", "status", "--on", store)
                        .err())
                .contains("--quiet and --verbose contradict each other");
        assertThat(Cli.run("--quiet", "status", "nightly", "--on", store).out()).contains("nightly");
        assertThat(Cli.run("-v").err()).contains("Usage: baton");
    }

    @Test // PG-10
    void plainLogHasOnlyWhatChangesTheLeader() {
        try (BatonProcess leader = run("a", "--log-format=logfmt")) {
            await().atMost(TIMEOUT).until(() -> leader.has("acquired"));
            leader.signal("TERM");
            assertThat(leader.exitCode()).isZero();
            assertThat(leader.err().lines())
                    .anyMatch(line -> line.matches("time=\\S+ level=info logger=dev.baton event=lock_acquired epoch=1"
                            + " attempt=1 election=nightly .*"))
                    .noneMatch(line -> line.contains("level=debug"));
        }
    }

    @Test // PG-10
    void watchOfUnknownElectionNamesTheStoreInsteadOfSayingThatNobodyLeads() {
        String store = "file:" + directory.resolve("store");
        try (BatonProcess watch = BatonProcess.start(directory, "watch", "nightly", "--on", store)) {
            await().atMost(TIMEOUT).until(() -> watch.err().contains("there is no election nightly in " + store));
            assertThat(watch.out()).isEmpty();
            assertThat(Cli.run("acquire", "nightly", "--on", store).code()).isZero();
            try (BatonProcess leader = run("a")) {
                await().atMost(TIMEOUT).until(() -> watch.out().matches("(?s).*nightly  (led by a,|a leads,).*"));
                leader.signal("TERM");
                assertThat(leader.exitCode()).isZero();
            }
        }
    }

    @Test // FENCE-1
    void commandsOfOneTenureGetTheSameIdAndOthersAnother() {
        Path store = directory.resolve("store");
        String first = tenures(store);
        String second = tenures(store);
        assertThat(first).matches("(?s)([0-9a-f-]{36})\n\\1\n");
        assertThat(second).matches("(?s)([0-9a-f-]{36})\n\\1\n").isNotEqualTo(first);
    }

    private String tenures(Path store) {
        try (BatonProcess run = BatonProcess.start(
                directory,
                "run",
                "nightly",
                "--on",
                "file:" + store,
                "--",
                "sh",
                "-c",
                "env | sed -n s/BATON_TENURE=//p;" + " echo $BATON_TENURE")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            return run.out();
        }
    }
}
