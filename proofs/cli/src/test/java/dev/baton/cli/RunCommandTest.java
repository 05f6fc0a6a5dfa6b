package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

// PG-10: run as CONTRACTS, over real processes
class RunCommandTest {
    private static final Duration SOON = Duration.ofSeconds(15);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void aSignalStopsItWithExitCodeZeroAndTheWholeStoryTold(String signal) {
        BatonProcess baton = run("--json");
        await().atMost(SOON).until(() -> baton.has("acquired"));
        baton.signal(signal);
        assertThat(baton.exitCode()).isZero();
        // API-5
        assertThat(baton.json().stream().map(RunCommandTest::brief))
                .containsExactly(
                        "state_change stopped follower",
                        "state_change follower acquiring",
                        "state_change acquiring leader",
                        "acquired 1",
                        "state_change leader releasing",
                        "state_change releasing stopped",
                        "released 1 shut_down",
                        "stopped");
        assertThat(baton.json())
                .allSatisfy(line -> assertThat(line)
                        .containsKeys("time", "mono_ns")
                        .containsEntry("election", "job")
                        .containsEntry("instance_id", "me"));
    }

    @ParameterizedTest
    @CsvSource({"exit 0,0", "exit 42,42", "kill -s TERM $$,143"})
    void theExitCodeIsThatOfTheCommand(String script, int code) throws IOException {
        BatonProcess baton = run("--events", directory + "/events", "--json", "--", "sh", "-c", script);
        assertThat(baton.exitCode()).isEqualTo(code);
        assertThat(baton.out()).isEmpty();
        assertThat(baton.err()).contains("\"event\":\"acquired\"");
        assertThat(Files.readString(directory.resolve("events")))
                .contains("\"event\":\"released\",\"epoch\":1,\"reason\":\"shut_down\"", "\"event\":\"stopped\"");
    }

    @Test
    void aMissingCommandIs127AndOneThatIsNoProgram126() throws IOException {
        Path plain = Files.writeString(directory.resolve("plain"), "no program");
        assertThat(run("--", "/nowhere/program").exitCode()).isEqualTo(127);
        assertThat(run("--", plain.toString()).exitCode()).isEqualTo(126);
    }

    @Test
    void aLeaderThatCannotStartItsCommandMakesRoomForOneThatCan() throws IOException {
        BatonProcess first = run("--json");
        await().atMost(SOON).until(() -> first.has("acquired"));
        String store = "file:" + directory + "/store";
        BatonProcess second = BatonProcess.start(
                directory, "run", "job", "--on", store, "--events", directory + "/events", "--", "true");
        await().atMost(SOON).until(() -> Files.exists(directory.resolve("events")));
        DirectoryTree.remove(directory.resolve("tmp"));
        Files.createFile(directory.resolve("tmp"));
        first.signal("TERM");
        assertThat(second.exitCode()).isEqualTo(126);
        assertThat(second.err()).contains("TMPDIR").doesNotContain("\tat ");
        assertThat(Files.readString(directory.resolve("events"))).contains("\"event\":\"released\",\"epoch\":2");
    }

    @Test
    void aCommandThatEndedByItselfWhileBatonStoodStillIsNotRunAgain() throws IOException {
        Path marks = directory.resolve("marks");
        String script = "echo begun >>\"$1\"; until [ -e \"$1.go\" ]; do sleep 0.01; done; echo done >>\"$1\"; exit 9";
        BatonProcess baton = run("--validity", "2500ms", "--", "sh", "-c", script, "job", marks.toString());
        await().atMost(SOON).until(() -> Files.exists(marks));
        baton.signal("STOP");
        Files.createFile(directory.resolve("marks.go"));
        long thaw = System.nanoTime() + Duration.ofSeconds(4).toNanos();
        await().atMost(SOON).until(() -> System.nanoTime() > thaw);
        baton.signal("CONT");
        assertThat(baton.exitCode()).isEqualTo(9);
        assertThat(Files.readString(marks)).isEqualTo("begun\ndone\n");
    }

    @Test
    void aFullDiskUnderTheEventsIsOneLineForEach() {
        BatonProcess baton = run("--events", "/dev/full", "--", "true");
        assertThat(baton.exitCode()).isZero();
        assertThat(baton.err()).contains("--events", "No space left").doesNotContain("\tat ");
    }

    @Test
    void theCommandHasOurStreamsAndKnowsItsReign() {
        BatonProcess baton =
                run("--", "sh", "-c", "echo $BATON_ELECTION $BATON_EPOCH $BATON_LEADER_ID; echo problem >&2");
        assertThat(baton.exitCode()).isZero();
        assertThat(baton.out()).isEqualTo("job 1 me\n");
        assertThat(baton.err()).contains("problem");
    }

    @Test
    void respawnRunsItAgain() {
        BatonProcess baton = run("--respawn", "--", "sh", "-c", "echo x");
        await().atMost(SOON).until(() -> baton.out().lines().count() >= 3);
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
    }

    @Test
    void aCommandStoppedWithUsIsNotOurExitCode() {
        BatonProcess baton =
                run("--stop-grace", "300ms", "--", "sh", "-c", "trap '' TERM; echo up; while :; do sleep 0.1; done");
        await().atMost(SOON).until(() -> !baton.out().isEmpty());
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
    }

    // API-10
    @Test
    void timingThatCannotBeSafeIsRefusedWithTheFormula() {
        BatonProcess baton = run("--health-interval", "9", "--stop-grace", "5");
        assertThat(baton.exitCode()).isEqualTo(2);
        assertThat(baton.err()).contains("unsafe timing", "<= validity does not hold");
        assertThat(run("--validity", "20s").exitCode()).isEqualTo(2);
    }

    // API-8
    @Test
    void anUnhealthyLeaderYields() throws IOException {
        Path sick = directory.resolve("sick");
        BatonProcess baton = run("--json", "--health-command", "test ! -e " + sick);
        await().atMost(SOON).until(() -> baton.has("acquired"));
        Files.createFile(sick);
        await().atMost(SOON).until(() -> baton.has("released"));
        assertThat(baton.json()).anySatisfy(line -> assertThat(line).containsEntry("reason", "unhealthy"));
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
    }

    @Test
    void aLossWithoutReacquiringIsExitCodeFour() throws IOException {
        BatonProcess baton = run("--json", "--validity", "2", "--no-auto-reacquire");
        await().atMost(SOON).until(() -> baton.has("acquired"));
        Path locks = directory.resolve("store/locks");
        Files.move(locks, directory.resolve("away"));
        Files.createFile(locks);
        assertThat(baton.exitCode()).isEqualTo(4);
        assertThat(baton.has("lost")).isTrue();
    }

    @Test // QUORUM-9
    void metricsAreServedOnTheLoopbackAddress() throws Exception {
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
        await().atMost(SOON).ignoreExceptions().until(() -> scrape(port).matches(renewed));
        assertThat(scrape(port))
                .contains(
                        "baton_leader{election=\"job\"} 1",
                        "baton_epoch{election=\"job\"} 1",
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
    void reignsThatOverlapRaiseTheAlarm() throws Exception {
        int port = FreePort.next();
        BatonProcess baton = run("--json", "--metrics-port", Integer.toString(port));
        await().atMost(SOON).until(() -> baton.has("acquired"));
        Path history = directory.resolve("store/history/job");
        String began = Files.readString(history);
        String overlapping = began.replace("\"epoch\":1,", "\"epoch\":7,")
                + "{\"epoch\":7,\"to\":\"2999-01-01T00:00:00.000Z\",\"reason\":\"resigned\"}\n"
                + began.replace("\"epoch\":1,", "\"epoch\":8,");
        Files.writeString(history, overlapping, StandardOpenOption.APPEND);
        await().atMost(SOON).until(() -> scrape(port).contains("baton_reigns_overlapping{election=\"job\"} 1"));
        baton.close();
    }

    private static String scrape(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void whoIsThereIsSeenAndHistoryKept() {
        BatonProcess baton = run("--json", "--priority", "3");
        await().atMost(SOON).until(() -> baton.has("acquired"));
        String store = "file:" + directory + "/store";
        // FILE-11
        await().atMost(SOON)
                .until(() ->
                        Cli.run("status", "job", "--json", "--on", store).out().contains("\"leader\",\"last"));
        Cli status = Cli.run("status", "job", "--json", "--on", store);
        assertThat(status.code()).isZero();
        Map<String, @Nullable Object> object = Json.parseObject(status.out());
        assertThat(object.keySet()).containsExactly("election", "leader", "instances");
        assertThat(object.get("leader"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("instance_id", "epoch", "since", "url")
                .containsEntry("instance_id", "me")
                .containsEntry("epoch", 1L);
        assertThat((List<?>) object.get("instances"))
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("instance_id", "state", "last_seen", "priority", "healthy")
                .containsEntry("state", "leader")
                .containsEntry("priority", 3L);
        assertThat(Cli.run("status", "--on", store).out()).contains("led by me, epoch 1");
        assertThat(Cli.run("acquire", "job", "--on", store).code()).isEqualTo(1);
        assertThat(Cli.run("acquire", "job", "--wait", "0.3", "--on", store).code())
                .isEqualTo(1);
        assertThat(Cli.run("transfer", "job", "--to", "ghost", "--on", store).err())
                .contains("these do: me");
        assertThat(Cli.run("transfer", "job", "--to", "me", "--on", store).out())
                .isEqualTo("sent\n");
        baton.signal("TERM");
        assertThat(baton.exitCode()).isZero();
        assertThat(Cli.run("status", "job", "--on", store).code()).isEqualTo(1);
        assertThat(Cli.run("acquire", "job", "--on", store).out()).isEqualTo("2\n");
        assertThat(Json.parseObject(Cli.run("history", "job", "--json", "--on", store)
                        .out()
                        .lines()
                        .findFirst()
                        .orElseThrow()))
                .containsOnlyKeys("epoch", "instance_id", "from", "to", "reason")
                .containsEntry("epoch", 1L)
                .containsEntry("instance_id", "me");
    }

    // API-7
    @Test
    void watchSeesEveryReign() {
        BatonProcess watch =
                BatonProcess.start(directory, "watch", "job", "--json", "--on", "file:" + directory + "/store");
        await().atMost(SOON).until(() -> !watch.json().isEmpty());
        for (int i = 1; i <= 3; i++) {
            assertThat(Cli.run("acquire", "job", "--on", "file:" + directory + "/store")
                            .out())
                    .isEqualTo(i + "\n");
        }
        await().atMost(SOON).until(() -> watch.out().contains("\"epoch\":3"));
        assertThat(watch.out()).contains("\"epoch\":1", "\"epoch\":2");
        watch.signal("INT");
        assertThat(watch.exitCode()).isZero();
    }

    @Test
    void doctorTriesTheStoreAndComputesTheWorstCases() {
        Cli doctor = Cli.run("doctor", "--json", "--on", "file:" + directory + "/store", "--stop-grace", "1");
        assertThat(doctor.code()).isZero();
        Map<String, @Nullable Object> object = Json.parseObject(doctor.out());
        assertThat(object.keySet()).containsExactly("checks", "failover", "margin_ms", "assumptions");
        assertThat(object.get("failover"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("kill_ms", "freeze_ms", "partition_ms", "release_ms");
        assertThat((List<?>) object.get("checks")).isNotEmpty();
    }

    @Test
    void aStoreThatCannotBeUsedIsExitCodeThree() throws IOException {
        Path file = Files.createFile(directory.resolve("plain"));
        assertThat(Cli.run("doctor", "--on", "file:" + file).code()).isEqualTo(3);
        assertThat(Cli.run("acquire", "job", "--on", "file:" + file).code()).isEqualTo(3);
        assertThat(Cli.run("acquire", "job", "--wait", "0.5", "--on", "file:" + file)
                        .code())
                .isEqualTo(3);
    }

    @Test
    void theDemoKillsItsLeaderAndCleansUp() {
        BatonProcess demo = BatonProcess.start(directory, "demo", "--for", "12s");
        assertThat(demo.exitCode()).isZero();
        assertThat(demo.out()).contains("PID", "demo-1", "demo-2", "demo-3", "leader", "kill -9 of demo-");
        assertThat(ProcessHandle.allProcesses()
                        .filter(one -> one.info().commandLine().orElse("").contains("--id demo-")))
                .isEmpty();
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
