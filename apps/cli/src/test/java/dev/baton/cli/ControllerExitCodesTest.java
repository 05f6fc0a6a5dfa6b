package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.control.PeriodicChecks;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.http.JobRoutes;
import dev.baton.node.http.NodeAccess;
import dev.baton.node.http.NodeHttpServer;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.job.JobState;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exit codes of the commands for a job controller. */
class ControllerExitCodesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Pattern CODE = Pattern.compile("(?m)^  (\\d)  ");

    @TempDir
    Path directory;

    private JobDatabase database;
    private Controller controller;
    private PeriodicChecks checks;
    private NodeHttpServer server;

    @BeforeEach
    void start() {
        database = JobDatabase.open("sqlite:" + directory.resolve("node.db"));
        controller = new Controller("a", "http://a", database, BatonClock.system());
        checks = new PeriodicChecks(controller, reached -> {}).started();
        server = new NodeHttpServer(
                controller,
                new JobRoutes(controller, new JobService(controller), (grace, standby) -> {}),
                NodeAccess.onLoopback(Optional.empty()),
                new Address("127.0.0.1", 0, Optional.empty()));
    }

    @AfterEach
    void close() {
        server.close();
        checks.close();
        database.close();
    }

    private void lead() {
        controller.open(controller.raise(1, "test", BatonClock.system().now().plus(Duration.ofMinutes(10))));
    }

    private Cli run(String line) {
        return Cli.run((line + " --node 127.0.0.1:" + server.port()).split(" "));
    }

    /** Returns the exit codes in the help of a command. */
    private static List<Integer> documented(String command) {
        return CODE.matcher(Cli.run(command, "--help").out())
                .results()
                .map(code -> Integer.valueOf(code.group(1)))
                .toList();
    }

    private static String unusedAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    /** Asserts that these lines exit with 0, 1 and 2, and that the help of the command has these codes and 3. */
    private void assertExitCodes(String command, String... lines) {
        assertThat(Stream.of(lines).map(line -> run(line).code())).as(command).containsExactly(0, 1, 2);
        assertThat(documented(command)).as(command).containsExactly(0, 1, 2, 3);
    }

    @Test // NODE-10
    void everyExitCodeInTheHelpOccurs() throws IOException {
        lead();
        String closed = unusedAddress();
        // All at once: each waits as long as a leader is awaited.
        List<CompletableFuture<Integer>> unanswered = Stream.of("jobs list", "agents list", "drain a")
                .map(line -> CompletableFuture.supplyAsync(
                        () -> Cli.run((line + " --node " + closed).split(" ")).code(),
                        task -> new Thread(task).start()))
                .toList();
        assertExitCodes("jobs", "jobs list", "jobs show none", "jobs nonsense");
        assertExitCodes("agents", "agents list", "agents delete none", "agents nonsense");
        assertExitCodes("drain", "drain a", "drain none", "drain a --cancel --grace 1");
        assertThat(unanswered).allSatisfy(code -> assertThat(code.join()).isEqualTo(3));
    }

    @Test // NODE-10
    void roleExitsWithZeroOnlyIfALeaderIsKnown() throws IOException {
        assertThat(run("role").code()).isEqualTo(1);
        lead();
        assertThat(run("role").code()).isEqualTo(0);
        assertThat(run("role --nonsense").code()).isEqualTo(2);
        assertThat(Cli.run("role", "--node", unusedAddress()).code()).isEqualTo(3);
        assertThat(documented("role")).containsExactly(0, 1, 2, 3);
    }

    private ControllerClient agent() {
        return new ControllerClient(List.of("http://127.0.0.1:" + server.port()), Optional.empty(), Optional.empty());
    }

    /** Submits a job that an agent leases. The key of the job is its name. Returns the fields of a result. */
    private JsonObject leased(String name, double ttl) throws InterruptedException {
        Cli created = run("jobs submit " + name + " --json --max-attempts 1 --key " + name);
        assertThat(created.code()).as(created.err()).isZero();
        Map<String, ?> request = new JsonObject().with("agent_name", "w").with("ttl_s", ttl);
        return new JsonObject()
                .with("job_id", Json.parseObject(created.out()).get("id"))
                .with(
                        "lease_id",
                        agent().write("POST", "/v1/leases", request, Map.of(), TIMEOUT)
                                .text("lease_id")
                                .orElseThrow())
                .with("job_epoch", 1);
    }

    /** Returns the exit code of a submission that waits for a job with this result. The same key finds the job again. */
    private int waitedFor(String name, String status, @Nullable Integer code) throws InterruptedException {
        Map<String, ?> result = leased(name, 60).with("status", status).with("exit_code", code);
        assertThat(agent().write("POST", "/v1/results", result, Map.of(), TIMEOUT)
                        .isOk())
                .isTrue();
        return waitedFor(name);
    }

    private int waitedFor(String name) {
        return run("jobs submit " + name + " --wait --max-attempts 1 --key " + name)
                .code();
    }

    @Test // NODE-10
    void submissionThatWaitsExitsWithTheCodeOfTheJobOrWithOne() throws InterruptedException {
        lead();
        assertThat(waitedFor("succeeded", "succeeded", 0)).isEqualTo(0);
        assertThat(waitedFor("failed", "failed", 7)).isEqualTo(7);
        assertThat(waitedFor("late", "failed", 124)).isEqualTo(124);
        assertThat(waitedFor("withoutCode", "failed", null)).isEqualTo(1);
        // A shell would see the low byte, which is success.
        assertThat(waitedFor("large", "failed", 256)).isEqualTo(1);
        assertThat(waitedFor("zero", "failed", 0)).isEqualTo(1);
        String dead = String.valueOf(leased("dead", 0.1).get("job_id"));
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> database.job(dead).orElseThrow().state() == JobState.DEAD);
        assertThat(waitedFor("dead")).isEqualTo(1);
    }
}
