package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.node.proof.BatonCommand.Output;
import dev.baton.node.proof.Cluster.Response;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that wait for jobs, follow their output and list them. */
class JobCommandsTest {
    @TempDir
    static Path directory;

    private static Cluster cluster;
    private static AgentProcess agent;

    @BeforeAll
    static void startNodeAndAgent() {
        cluster = new Cluster(directory);
        NodeProcess node =
                cluster.start("a", "--data-dir", directory.resolve("data").toString());
        cluster.awaitLeader();
        // Output arrives with every renewal, which is every third of the ttl.
        String[] options = {"--node", node.url(), "--ttl", "3", "--poll", "2", "--capacity", "4"};
        agent = new AgentProcess(directory, "w", options);
    }

    @AfterAll
    static void close() {
        agent.close();
        cluster.close();
    }

    private static Output baton(String... args) {
        return BatonCommand.run(directory, Map.of("BATON_TOKEN_FILE", ""), args);
    }

    private static String node() {
        return cluster.node("a").url();
    }

    private static String id(Output created) {
        assertThat(created.code()).as(created.err()).isZero();
        return String.valueOf(Json.parseObject(created.out(), JsonFormat.ofAnyLength("payload"))
                .get("id"));
    }

    /** Returns the shell command that prints a line, waits for a file, and prints another line. */
    private static String[] twoLines(Path file, int exitCode) {
        String script = "echo one; until [ -e " + file + " ]; do sleep 0.05; done; echo two; exit " + exitCode;
        return new String[] {"--", "sh", "-c", script};
    }

    private static String[] words(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private static void awaitOutput(String id) {
        cluster.await(
                "output of " + id,
                () -> cluster.get("a", "/v1/jobs/" + id).text("output").contains("one"));
    }

    @Test // NODE-8
    void agentWithAShorterTtlThanThreeTakeoversIsWarnedWithBothNumbers() {
        long safe = 3 * longestTakeover().toMillis();
        assertThat(baton("jobs", "submit", "warned", "--wait", "--node", node(), "--", "true")
                        .code())
                .isZero();
        assertThat(agent.log()).contains("short_ttl ttl_ms=3000 safe_ttl_ms=" + safe);
        id(baton("jobs", "submit", "ttl", "--requires", "ttl", "--json", "--node", node()));
        Response lease = cluster.post("a", "/v1/leases", "{\"agent_name\":\"t\",\"labels\":[\"ttl\"]}");
        assertThat(lease.text("ttl_s"))
                .as("the default")
                .isEqualTo(lease.text("safe_ttl_s"))
                .isEqualTo(String.valueOf(safe % 1000 == 0 ? (Object) (safe / 1000) : (Object) (safe / 1000.0)));
    }

    /** Returns the longest takeover of the election's store, as {@code baton doctor} prints it. */
    private static Duration longestTakeover() {
        try (Baton baton = Baton.connect("file:" + directory.resolve("data/lock"))) {
            FailoverTimes times = baton.backend()
                    .failover(CandidateTiming.of(
                            CandidateSettings.defaults(), baton.backend().defaults()));
            return Stream.of(times.kill(), times.freeze(), times.partition(), times.release())
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    @Test // NODE-10
    void submitWaitsForTheJobPrintsItsOutputAndExitsWithItsCode() throws Exception {
        Path file = directory.resolve("submit-wait");
        List<String> submit = List.of("jobs", "submit", "waits", "--wait", "--follow", "--node", node());
        CompletableFuture<Output> command =
                CompletableFuture.supplyAsync(() -> baton(words(submit, twoLines(file, 7))));
        cluster.await(
                "the job",
                () -> !cluster.get("a", "/v1/jobs?state=leased").text("jobs").equals("[]"));
        Files.createFile(file);
        Output output = command.join();
        assertThat(output.code()).as(output.err()).isEqualTo(7);
        assertThat(output.out()).isEqualTo("one\ntwo\n");
        Output quiet = baton("jobs", "submit", "ends", "--wait", "--node", node(), "--", "echo", "unseen");
        assertThat(quiet.code()).as(quiet.err()).isZero();
        assertThat(quiet.out()).isEmpty();
    }

    @Test // NODE-10
    void commandReadsAPayloadThatDoesNotFitIntoItsEnvironmentFromAFile() throws IOException {
        Path file = Files.writeString(directory.resolve("large"), "\"" + "\ud83d\ude00".repeat(200_000) + "\"");
        List<String> submit = List.of("jobs", "submit", "large", "--wait", "--follow", "--payload-file");
        String script = "cmp \"$BATON_JOB_PAYLOAD_FILE\" " + file + " && echo same, ${BATON_JOB_PAYLOAD-unset}";
        Output output = baton(words(submit, file.toString(), "--node", node(), "--", "sh", "-c", script));
        assertThat(output.code()).as(output.err()).isZero();
        assertThat(output.out()).isEqualTo("same, unset\n");
    }

    @Test // NODE-10
    void submitExitsWithOneWhenItsJobIsCancelled() {
        List<String> submit = List.of("jobs", "submit", "waits", "--requires", "nobody-cancel", "--wait");
        CompletableFuture<Output> command = CompletableFuture.supplyAsync(() -> baton(words(submit, "--node", node())));
        String path = "/v1/jobs?label=nobody-cancel";
        cluster.await(
                "the job", () -> cluster.get("a", path).body().get("jobs") instanceof List<?> jobs && !jobs.isEmpty());
        Map<?, ?> job = (Map<?, ?>) ((List<?>) cluster.get("a", path).body().get("jobs")).get(0);
        assertThat(cluster.post("a", "/v1/jobs/" + job.get("id") + "/cancel", "")
                        .isOk())
                .isTrue();
        assertThat(command.join().code()).isEqualTo(1);
        assertThat(command.join().err()).contains("is cancelled");
    }

    @Test // NODE-10
    void logsShowTheOutputSoFarAndFollowItToTheEnd() throws IOException {
        Path file = directory.resolve("logs");
        List<String> submit = List.of("jobs", "submit", "logs", "--json", "--node", node());
        String id = id(baton(words(submit, twoLines(file, 0))));
        awaitOutput(id);
        assertThat(baton("jobs", "logs", id, "--node", node()).out()).isEqualTo("one\n");
        CompletableFuture<Output> followed =
                CompletableFuture.supplyAsync(() -> baton("jobs", "logs", id, "-f", "--node", node()));
        Files.createFile(file);
        assertThat(followed.join().out()).isEqualTo("one\ntwo\n");
        assertThat(followed.join().code()).isZero();
        Output unknown = baton("jobs", "logs", "none", "-f", "--node", node());
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains("there is no job none");
    }

    @Test // NODE-10
    void listsNewestJobsOfALabelAndNamesTheNextPage() {
        String[] ids = new String[3];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = id(baton("jobs", "submit", "listed", "--requires", "x,nobody", "--json", "--node", node()));
        }
        Output newest = baton("jobs", "list", "--label", "nobody", "--newest", "--limit", "2", "--node", node());
        assertThat(newest.code()).as(newest.err()).isZero();
        assertThat(newest.out()).contains(ids[2], ids[1]).doesNotContain(ids[0]);
        assertThat(newest.out().indexOf(ids[2])).isLessThan(newest.out().indexOf(ids[1]));
        assertThat(newest.err()).contains("--after " + ids[1]);
        Output rest = baton(
                "jobs",
                "list",
                "--label",
                "nobody",
                "--newest",
                "--after",
                ids[1],
                "--state",
                "queued",
                "--node",
                node());
        assertThat(rest.out()).contains(ids[0]).doesNotContain(ids[1]);
        assertThat(rest.err()).doesNotContain("--after");
        assertThat(baton("jobs", "list", "--state", "nonsense", "--node", node())
                        .code())
                .isEqualTo(1);
    }

    @Test // NODE-10
    void submissionWithoutAnswerNamesItsKeyWhichNeverSubmitsTwice() {
        Output unanswered = baton("jobs", "submit", "x", "--requires", "nobody", "--node", "http://127.0.0.1:1");
        assertThat(unanswered.code()).isEqualTo(3);
        assertThat(unanswered.err()).contains("may or may not have been submitted", "--key ");
        String key = unanswered.err().replaceAll("(?s).*--key ([0-9a-f-]+).*", "$1");
        String[] again = {"jobs", "submit", "x", "--requires", "nobody", "--json", "--key", key, "--node", node()};
        assertThat(id(baton(again))).isEqualTo(id(baton(again)));
    }

    @Test // NODE-10
    void whatIsStoredCanBeListedShownAndDeletedByCommands() throws IOException {
        for (String payload : List.of(
                "\"" + "\ud83d\ude00".repeat(90_000) + "\"",
                "[".repeat(1000) + "]".repeat(1000),
                "{\"n\": 1e400, \"m\":123456789012345678901234567890.10}",
                "\"\\ud800 \\u0000 \\u001b[2J\"")) {
            Path file = Files.writeString(directory.resolve("payload"), payload);
            String id = id(baton(
                    "jobs",
                    "submit",
                    "job \u001b[2J",
                    "--requires",
                    "nobody",
                    "--payload-file",
                    file.toString(),
                    "--json",
                    "--node",
                    node()));
            assertThat(baton("jobs", "show", id, "--json", "--node", node()).out())
                    .contains(payload);
            Output shown = baton("jobs", "show", id, "--node", node());
            assertThat(shown.code()).as(shown.err()).isZero();
            assertThat(shown.out()).contains(id).doesNotContain("\u001b");
            assertThat(baton("jobs", "list", "--state", "queued", "--node", node())
                            .out())
                    .contains(id)
                    .doesNotContain("\u001b");
            assertThat(baton("jobs", "cancel", id, "--node", node()).code()).isZero();
            assertThat(baton("jobs", "delete", id, "--node", node()).code()).isZero();
            assertThat(baton("jobs", "show", id, "--node", node()).code()).isEqualTo(1);
        }
    }

    @Test // NODE-10
    void waitSurvivesAnOutageOfAllNodes() throws IOException {
        Path file = directory.resolve("outage");
        Path errors = Files.createFile(directory.resolve("outage-errors"));
        List<String> submit =
                List.of("jobs", "submit", "outage", "--requires", "patient", "--wait", "--follow", "--node", node());
        // The lease of this agent is longer than the outage.
        String[] options = {"--node", node(), "--ttl", "120", "--poll", "2", "--labels", "patient"};
        AgentProcess patient = new AgentProcess(directory, "patient", options);
        try (patient) {
            CompletableFuture<Output> command = CompletableFuture.supplyAsync(() -> BatonCommand.run(
                    directory, Map.of("BATON_TOKEN_FILE", ""), errors, words(submit, twoLines(file, 7))));
            cluster.await(
                    "the job is leased",
                    () -> !cluster.get("a", "/v1/jobs?label=patient&state=leased")
                            .text("jobs")
                            .equals("[]"));
            cluster.node("a").kill();
            try {
                cluster.await("the outage is reported", () -> contains(errors, "still waiting for job"));
            } finally {
                cluster.start("a");
            }
            Files.createFile(file);
            assertThat(command.join().code()).as(command.join().err()).isEqualTo(7);
            assertThat(command.join().out()).isEqualTo("one\ntwo\n");
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
