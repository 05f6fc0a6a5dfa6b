package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.http.JobRoutes;
import dev.baton.node.http.NodeAccess;
import dev.baton.node.http.NodeHttpServer;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.job.JobSpec;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFormat;
import dev.baton.support.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a node accepts can be listed, shown, cancelled, retried and deleted by commands. */
class StoredJobCommandsTest {
    private static final int JOBS = 60;
    private static final List<String> PIECES = List.of(
            "a",
            "Z",
            "0",
            " ",
            "\"",
            "\\",
            "/",
            "\n",
            "\t",
            "\u001b[2J",
            "\u007f",
            "\u0085",
            "\u2028",
            "\u202e",
            "é",
            "中",
            "\ud83d\ude00",
            "\ufffd",
            "--",
            "%s",
            "$(x)",
            "'",
            ",",
            "{",
            "\u0000",
            "\ud800");

    @TempDir
    Path directory;

    private JobDatabase database;
    private NodeHttpServer server;

    @BeforeEach
    void start() {
        database = JobDatabase.open("sqlite:" + directory.resolve("node.db"));
        Controller controller = new Controller("a", "http://a", database, BatonClock.system());
        controller.open(controller.raise(1, "test", BatonClock.system().now().plus(Duration.ofMinutes(10))));
        JobRoutes routes = new JobRoutes(controller, new JobService(controller), (grace, standby) -> {});
        server = new NodeHttpServer(
                controller,
                routes,
                NodeAccess.onLoopback(Optional.empty()),
                new Address("127.0.0.1", 0, Optional.empty()));
    }

    @AfterEach
    void close() {
        server.close();
        database.close();
    }

    private Cli jobs(String... words) {
        List<String> all = new ArrayList<>(List.of("jobs"));
        all.addAll(List.of(words));
        int command = all.indexOf("--");
        all.addAll(command < 0 ? all.size() : command, List.of("--node", "127.0.0.1:" + server.port()));
        return Cli.run(all.toArray(String[]::new));
    }

    private static Map<String, ?> json(Cli done) {
        assertThat(done.code()).as(done.err()).isZero();
        return Json.parseObject(done.out(), JsonFormat.ofAnyLength("payload"));
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static String payload(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextLong() + "." + random.nextInt(1000) + "e" + random.nextInt(900);
            case 1 -> "[".repeat(random.nextInt(3000)) + "true" + "]".repeat(random.nextInt(3000));
            case 2 -> "{ \"a\" :\t1, \"a\": \"" + "\ud83d\ude00".repeat(random.nextInt(100_000)) + "\" }";
            case 3 -> "\"\\ud800 \\u0000 " + "x".repeat(random.nextInt(900_000)) + "\"";
            default -> Json.write(text(random, random.nextInt(40)));
        };
    }

    @Test // NODE-5, NODE-10
    void everyAcceptedJobIsReadBackThroughEveryCommand() throws IOException {
        long seed = Long.getLong("jobs.seed", new Random().nextLong());
        System.out.println("seed " + seed + " of the jobs for commands");
        Random random = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < JOBS; i++) {
            accepted += isStored(random) ? 1 : 0;
        }
        assertThat(accepted).isBetween(JOBS / 10, JOBS - 1);
    }

    /** Submits a job and returns whether it was accepted; a refused one has left nothing. */
    private boolean isStored(Random random) throws IOException {
        String name = "n" + text(random, random.nextInt(8));
        String payload = payload(random);
        Path file = Files.writeString(directory.resolve("payload"), payload.replace("\ud800", "?"));
        String word = text(random, random.nextInt(6));
        Cli created = jobs("submit", name, "--json", "--payload-file", file.toString(), "--", "true", word);
        if (created.code() != ExitCode.DONE) {
            assertThat(created.code()).as(created.err()).isIn(ExitCode.NO, ExitCode.USAGE);
            assertThat(jobs("list", "--json").out()).isEmpty();
            return false;
        }
        Map<String, ?> job = json(created);
        assertThat(job.get("name")).isEqualTo(name);
        assertThat(job.get("command")).isEqualTo(List.of("true", word));
        assertThat(String.valueOf(job.get("payload"))).isEqualTo(Files.readString(file));
        String id = String.valueOf(job.get("id"));
        assertThat(json(jobs("show", id, "--json"))).isEqualTo(job);
        assertThat(json(jobs("list", "--json", "--state", "queued")).get("name"))
                .isEqualTo(name);
        for (Cli readable : List.of(jobs("show", id), jobs("list"), jobs("list", "--newest"))) {
            assertThat(readable.code()).as(readable.err()).isZero();
            assertThat(readable.out()).contains(id).doesNotContain("\u001b", "\u202e", "\u0085");
        }
        assertThat(jobs("logs", id).code()).isZero();
        assertThat(jobs("retry", id).code()).as("a queued job").isZero();
        assertThat(json(jobs("cancel", id, "--json")).get("state")).isEqualTo("cancelled");
        assertThat(jobs("retry", id).code()).as("a cancelled job").isEqualTo(ExitCode.NO);
        assertThat(json(jobs("delete", id, "--json")).get("state")).isEqualTo("deleted");
        assertThat(jobs("show", id).code()).isEqualTo(ExitCode.NO);
        assertThat(jobs("list", "--json").out()).isEmpty();
        return true;
    }

    @Test // NODE-5, NODE-10
    void commandAndNodeHaveTheSameLimitInBytes() throws IOException {
        String largest = "\"" + "é".repeat(JobSpec.LARGEST_PAYLOAD / 2 - 1) + "\"";
        Path file = Files.writeString(directory.resolve("largest"), largest + "\n");
        String id = String.valueOf(json(jobs("submit", "j", "--json", "--payload-file", file.toString()))
                .get("id"));
        assertThat(database.job(id).orElseThrow().spec().payload()).contains(largest);
        Files.writeString(file, largest.replace("é\"", "éx\""));
        Cli refused = jobs("submit", "j", "--payload-file", file.toString());
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("1048577 bytes", Integer.toString(JobSpec.LARGEST_PAYLOAD));
    }

    @Test // NODE-10
    void followedLogNamesTheNumberOfBytesThatAreNotKept() throws InterruptedException {
        String id = String.valueOf(json(jobs("submit", "j", "--json")).get("id"));
        ControllerClient agent =
                new ControllerClient(List.of("http://127.0.0.1:" + server.port()), Optional.empty(), Optional.empty());
        Duration timeout = Duration.ofSeconds(30);
        String lease = agent.write("POST", "/v1/leases", Map.of("agent_name", "w"), Map.of(), timeout)
                .text("lease_id")
                .orElseThrow();
        JsonObject result = new JsonObject()
                .with("job_id", id)
                .with("lease_id", lease)
                .with("job_epoch", 1)
                .with("status", "succeeded")
                .with("output", "end\n")
                .with("output_bytes", 100);
        assertThat(agent.write("POST", "/v1/results", result, Map.of(), timeout).isOk())
                .isTrue();
        Cli followed = jobs("logs", id, "-f");
        assertThat(followed.code()).isEqualTo(ExitCode.DONE);
        assertThat(followed.out()).isEqualTo("end\n");
        assertThat(followed.err()).contains("… 96 bytes skipped");
        assertThat(jobs("logs", id).err()).isEmpty();
    }
}
