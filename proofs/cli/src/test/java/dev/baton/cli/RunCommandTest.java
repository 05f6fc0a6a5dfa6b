package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code baton run} with real processes. On a busy machine, the first attempt to acquire can time out, so that the first
 * epoch is not always 1.
 */
// PG-10: the command as scripts use it
class RunCommandTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void stopsOnSignalWithExitCodeZeroAndAllEvents(String signal) {
        BatonProcess baton = run("--json");
        await().atMost(TIMEOUT).until(() -> baton.has("acquired"));
        baton.signal(signal);
        assertThat(baton.exitCode()).isZero();
        List<String> events = baton.json().stream().map(RunCommandTest::brief).toList();
        int won = events.indexOf("state_change acquiring leader");
        assertThat(events.subList(0, won))
                .startsWith("state_change stopped follower")
                .endsWith("state_change follower acquiring")
                .noneMatch(event -> event.matches("(acquired|released|lost|stopped).*"));
        String epoch = events.get(won + 1).replace("acquired ", "");
        // API-5
        assertThat(events.subList(won + 1, events.size()))
                .containsExactly(
                        "acquired " + epoch,
                        "state_change leader releasing",
                        "state_change releasing stopped",
                        "released " + epoch + " shut_down",
                        "stopped");
        assertThat(baton.json())
                .allSatisfy(line -> assertThat(line)
                        .containsKeys("time", "mono_ns")
                        .containsEntry("election", "job")
                        .containsEntry("instance_id", "me"));
    }

    @ParameterizedTest
    @CsvSource({"exit 0,0", "exit 42,42", "kill -s TERM $$,143"})
    void exitsWithTheCodeOfTheCommand(String script, int code) throws IOException {
        BatonProcess baton = run("--events", directory + "/events", "--json", "--", "sh", "-c", script);
        assertThat(baton.exitCode()).isEqualTo(code);
        assertThat(baton.out()).isEmpty();
        assertThat(baton.err()).contains("\"event\":\"acquired\"");
        assertThat(Files.readString(directory.resolve("events")))
                .containsPattern("\"event\":\"released\",\"epoch\":[1-9],\"reason\":\"shut_down\"")
                .contains("\"event\":\"stopped\"");
    }

    @Test
    void exitsLikeAShellWhenTheCommandCannotRun() throws IOException {
        Path plain = Files.writeString(directory.resolve("plain"), "not a program");
        assertThat(run("--", "/nowhere/program").exitCode()).isEqualTo(127);
        assertThat(run("--", plain.toString()).exitCode()).isEqualTo(126);
    }

    @Test
    void refusesToStandWhenNoLeashWorks() throws IOException {
        BatonProcess baton = startWithPath("/nowhere");
        assertThat(baton.exitCode()).isEqualTo(2);
        assertThat(baton.err())
                .contains("no leash for CMD works here", "setsid")
                .doesNotContain("\tat ");
        Path events = directory.resolve("events");
        assertThat(Files.exists(events) ? Files.readString(events) : "").isEmpty();
    }

    @Test
    void releasesLeadershipWhenTheCommandCannotBeStarted() throws IOException {
        assumeThat(LeashChoice.of("auto", List.of()).level().isNamespace())
                .as("the probe of a namespace does not need setsid")
                .isTrue();
        Path tools = Files.createDirectory(directory.resolve("tools"));
        for (String tool : List.of("sh", "env", "true", "setpriv", "unshare")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        BatonProcess baton = startWithPath(tools.toString());
        assertThat(baton.exitCode()).isEqualTo(126);
        assertThat(baton.err()).contains("setsid").doesNotContain("\tat ");
        assertThat(Files.readString(directory.resolve("events")))
                .containsPattern("\"event\":\"released\",\"epoch\":[1-9]");
    }

    private BatonProcess startWithPath(String path) {
        return BatonProcess.start(
                directory,
                Map.of("PATH", path),
                "run",
                "job",
                "--on",
                "file:" + directory + "/store",
                "--events",
                directory + "/events",
                "--",
                "/bin/true");
    }

    @Test
    void doesNotRepeatACommandThatEndedWhileBatonWasFrozen() throws IOException {
        Path marks = directory.resolve("marks");
        String script = "echo begun >>\"$1\"; until [ -e \"$1.go\" ]; do sleep 0.01; done; echo done >>\"$1\"; exit 9";
        BatonProcess baton = run("--validity", "2500ms", "--", "sh", "-c", script, "job", marks.toString());
        await().atMost(TIMEOUT).until(() -> Files.exists(marks));
        baton.signal("STOP");
        Files.createFile(directory.resolve("marks.go"));
        await().atMost(TIMEOUT).until(() -> !Processes.anyAliveWith("baton-watchdog", marks.toString()));
        baton.signal("CONT");
        assertThat(baton.exitCode()).isEqualTo(9);
        assertThat(Files.readString(marks)).isEqualTo("begun\ndone\n");
    }

    @Test
    void reportsEveryEventThatAFullDiskRefuses() {
        BatonProcess baton = run("--events", "/dev/full", "--", "true");
        assertThat(baton.exitCode()).isZero();
        assertThat(baton.err()).contains("--events", "No space left").doesNotContain("\tat ");
    }

    @Test
    void commandGetsTheStreamsAndTheTenure() {
        BatonProcess baton =
                run("--", "sh", "-c", "echo $BATON_ELECTION $BATON_EPOCH $BATON_LEADER_ID; echo problem >&2");
        assertThat(baton.exitCode()).isZero();
        assertThat(baton.out()).matches("job [1-9] me\n");
        assertThat(baton.err()).contains("problem");
    }

    /** The input has every sequence of two bytes, and comes from a file or through a pipe. */
    @ParameterizedTest // RUN-2
    @CsvSource({"auto,'exec \"$@\" <\"$0\"'", "auto,'cat \"$0\" | \"$@\"'", "marker,'cat \"$0\" | \"$@\"'"})
    void passesBinaryInputAndOutputByteForByte(String leash, String wiring) throws IOException {
        byte[] every = new byte[32 * 2 * 256 * 256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) (i % 2 == 0 ? i / 2 : i / 512);
        }
        Path input = Files.write(directory.resolve("input"), every);
        BatonProcess baton = BatonProcess.start(
                directory,
                List.of("sh", "-c", wiring, input.toString()),
                Map.of(),
                "run",
                "job",
                "--on",
                "file:" + directory + "/store",
                "--leash",
                leash,
                "--",
                "cat");
        assertThat(baton.exitCode()).as(baton.err()).isZero();
        assertThat(Arrays.equals(baton.outBytes(), every))
                .as("output is the input")
                .isTrue();
    }

    @Test
    void respawnRunsTheCommandAgainAndLeavesNothingBehind() throws IOException {
        BatonProcess baton = run("--respawn", "--", "sh", "-c", "echo x");
        await().atMost(TIMEOUT).until(() -> baton.out().lines().count() >= 3);
        Set<String> files = new HashSet<>();
        await().atMost(TIMEOUT).until(() -> files.addAll(filesBelow(directory)));
        await().atMost(TIMEOUT).until(() -> baton.out().lines().count() >= 6);
        // A start has files of its own for a moment. What it leaves behind would stay.
        await().atMost(TIMEOUT).until(() -> {
            List<String> present = filesBelow(directory);
            return !present.isEmpty() && files.containsAll(present);
        });
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
        assertThat(BatonProcess.leftovers(directory)).isEmpty();
    }

    private static List<String> filesBelow(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(Path::toString).toList();
        } catch (UncheckedIOException deletedMeanwhile) {
            return List.of();
        }
    }

    @Test
    void exitsWithZeroWhenItHadToKillTheCommand() {
        BatonProcess baton =
                run("--stop-grace", "300ms", "--", "sh", "-c", "trap '' TERM; echo up; while :; do sleep 0.1; done");
        await().atMost(TIMEOUT).until(() -> !baton.out().isEmpty());
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
    }

    // API-8
    @Test
    void releasesLeadershipWhenTheHealthCommandFails() throws IOException {
        Path unhealthy = directory.resolve("unhealthy");
        BatonProcess baton = run("--json", "--health-command", "test ! -e " + unhealthy);
        await().atMost(TIMEOUT).until(() -> baton.has("acquired"));
        Files.createFile(unhealthy);
        await().atMost(TIMEOUT).until(() -> baton.has("released"));
        assertThat(baton.json()).anySatisfy(line -> assertThat(line).containsEntry("reason", "unhealthy"));
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
    }

    @Test
    void exitsWithFourOnLossWithoutReacquiring() throws IOException {
        BatonProcess baton = run("--json", "--validity", "2", "--no-auto-reacquire");
        await().atMost(TIMEOUT).until(() -> baton.has("acquired"));
        Path locks = directory.resolve("store/locks");
        Files.move(locks, directory.resolve("away"));
        Files.createFile(locks);
        assertThat(baton.exitCode()).isEqualTo(4);
        assertThat(baton.has("lost")).isTrue();
    }

    @Test // QUORUM-9
    void servesMetricsOnTheLoopbackAddress() throws Exception {
        int port = FreePort.next();
        BatonProcess baton = run(
                "--json",
                "--validity",
                "2500ms",
                "--metrics-port",
                Integer.toString(port),
                "--",
                "tail",
                "-f",
                "/dev/null");
        String renewed = "(?s).*baton_renew_seconds_count\\{election=\"job\"} [1-9].*";
        await().atMost(TIMEOUT).ignoreExceptions().until(() -> scrape(port).matches(renewed));
        assertThat(scrape(port))
                .containsPattern("baton_epoch\\{election=\"job\"} [1-9]")
                .contains(
                        "baton_leader{election=\"job\"} 1",
                        "baton_state{election=\"job\",state=\"leader\"} 1",
                        "baton_transitions_total{election=\"job\",from=\"acquiring\",to=\"leader\"} 1",
                        "baton_lease_remaining_ms{election=\"job\"}",
                        "baton_losses_total{election=\"job\",reason=\"taken_over\"} 0",
                        "baton_renew_seconds_sum{election=\"job\"}",
                        "baton_callback_lag_seconds_count{election=\"job\"}",
                        "baton_gate_suppressed_total{election=\"job\",gate=\"command\"} 0",
                        "baton_reigns_overlapping{election=\"job\"} 0",
                        "baton_rejected_messages_total{cause=\"malformed\",election=\"job\"} 0",
                        "baton_election_count_total{election=\"job\"} 1",
                        "baton_convergence_time_ms{election=\"job\"}",
                        "baton_current_state{election=\"job\",state=\"leader\"} 1",
                        "baton_last_leader_info{election=\"job\",leader_id=\"me\"} 1");
        baton.close();
    }

    @Test // API-9
    void countsOverlappingTenures() throws Exception {
        int port = FreePort.next();
        BatonProcess baton = run("--json", "--metrics-port", Integer.toString(port));
        await().atMost(TIMEOUT).until(() -> baton.has("acquired"));
        Path history = directory.resolve("store/history/job");
        String began = Files.readString(history);
        String overlapping = began.replaceAll("\"epoch\":\\d+,", "\"epoch\":7,")
                + "{\"epoch\":7,\"to\":\"2999-01-01T00:00:00.000Z\",\"reason\":\"resigned\"}\n"
                + began.replaceAll("\"epoch\":\\d+,", "\"epoch\":8,");
        Files.writeString(history, overlapping, StandardOpenOption.APPEND);
        await().atMost(TIMEOUT).until(() -> scrape(port).contains("baton_reigns_overlapping{election=\"job\"} 1"));
        baton.close();
    }

    private static String scrape(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private BatonProcess run(String... more) {
        List<String> words =
                new ArrayList<>(List.of("run", "job", "--on", "file:" + directory + "/store", "--id", "me"));
        words.addAll(List.of(more));
        return BatonProcess.start(directory, words.toArray(new String[0]));
    }

    private static String brief(Map<String, @Nullable Object> line) {
        StringBuilder text = new StringBuilder(String.valueOf(line.get("event")));
        for (String key : List.of("from", "to", "epoch", "reason")) {
            if (line.containsKey(key)) {
                text.append(' ').append(line.get(key));
            }
        }
        return text.toString();
    }
}
