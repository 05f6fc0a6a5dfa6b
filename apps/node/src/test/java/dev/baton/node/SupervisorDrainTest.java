package dev.baton.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.control.JobService.LeaseRequest;
import dev.baton.node.control.NodeRole;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.JobFilter;
import dev.baton.node.database.LeaseReceipt;
import dev.baton.node.database.TermWriter.Grant;
import dev.baton.node.http.NodeAccess;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobSpec;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller process whose supervisor, the test, answers late. */
class SupervisorDrainTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private JobDatabase database;
    private ControllerProcess process;

    @BeforeEach
    void lead() {
        database = JobDatabase.open("sqlite:" + directory.resolve("node.db"));
        Address anyPort = new Address("127.0.0.1", 0, Optional.empty());
        process = new ControllerProcess(
                new ControllerSettings("a", anyPort, "http://a", database.describe(), Optional.empty()),
                NodeAccess.onLoopback(Optional.empty()),
                database,
                new ControlChannel(InputStream.nullInputStream(), sent));
        process.begin();
        beginTerm();
    }

    private void beginTerm() {
        long epoch =
                process.controller.raise(1, "test", BatonClock.system().now().plus(Duration.ofMinutes(5)));
        process.handle(ChannelMessage.of("open").with("leader_epoch", epoch));
    }

    @AfterEach
    void close() {
        process.close();
        database.close();
    }

    private int request(String method) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + process.port() + "/v1/drain");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, BodyPublishers.ofString("{}"))
                .build();
        return HTTP.send(request, BodyHandlers.discarding()).statusCode();
    }

    private static ChannelMessage drain(long request, Duration grace) {
        return ChannelMessage.of("drain")
                .with("request", request)
                .with("number", request)
                .with("grace_ms", grace.toMillis());
    }

    private boolean isDrained() {
        return sent.toString(StandardCharsets.UTF_8).contains("drained-1");
    }

    private NodeRole role() {
        return process.controller.roleReport().role();
    }

    @Test // NODE-9
    void lateAnswerToADrainDoesNotUndoItsCancellation() throws Exception {
        assertThat(request("POST")).isEqualTo(202);
        assertThat(request("DELETE")).isEqualTo(202);
        process.handle(drain(1, Duration.ofMinutes(1)));
        assertThat(role()).isEqualTo(NodeRole.LEADER);
        process.handle(ChannelMessage.of("undrain").with("request", 2L));
        assertThat(role()).isEqualTo(NodeRole.LEADER);
    }

    @Test // NODE-9
    void lateAnswerToACancellationDoesNotUndoALaterDrain() throws Exception {
        request("POST");
        request("DELETE");
        assertThat(request("POST")).isEqualTo(202);
        process.handle(ChannelMessage.of("undrain").with("request", 2L));
        assertThat(role()).isEqualTo(NodeRole.DRAINING);
    }

    @Test // NODE-9
    void drainThatIsOverCannotBeCancelled() throws Exception {
        request("POST");
        process.handle(drain(1, Duration.ofMinutes(1)));
        Awaitility.await().atMost(LONG).until(this::isDrained);
        assertThat(request("DELETE")).isEqualTo(409);
        assertThat(role()).isEqualTo(NodeRole.DRAINING);
        process.handle(ChannelMessage.of("close"));
        assertThat(role()).isEqualTo(NodeRole.STANDBY);
    }

    @Test // NODE-9
    void drainOfANodeThatStopsCannotBeCancelled() throws Exception {
        request("POST");
        process.handle(drain(Long.MAX_VALUE, Duration.ofMinutes(1)));
        assertThat(request("DELETE")).isEqualTo(409);
        assertThat(role()).isEqualTo(NodeRole.DRAINING);
    }

    @Test // NODE-9
    void drainWaitsForLeasesOfEarlierTermsToo() throws Exception {
        JobSpec spec =
                new JobSpec("j", Optional.empty(), List.of("true"), JobSpec.DEFAULT_TIMEOUT, Optional.empty(), 0);
        process.jobs.submit(spec, Optional.empty(), Optional.empty());
        LeaseRequest wanted = new LeaseRequest("w", Duration.ZERO, Duration.ofMinutes(5), JobFilter.ANY);
        Grant grant = process.jobs.lease(wanted, Optional.empty()).orElseThrow().value();
        process.handle(ChannelMessage.of("close"));
        beginTerm();
        request("POST");
        process.handle(drain(1, Duration.ofMinutes(5)));
        Awaitility.await()
                .atMost(LONG)
                .until(() -> database.latestTerm().orElseThrow().draining());
        Awaitility.await().during(Duration.ofMillis(500)).atMost(LONG).until(() -> !isDrained());
        JobOutcome outcome = new JobOutcome(
                grant.job().id(), grant.lease().id(), grant.lease().jobEpoch(), true, Optional.of(0), Optional.empty());
        assertThat(process.jobs.finish(outcome, Optional.empty()).value().verdict())
                .isEqualTo(LeaseReceipt.Verdict.ACCEPTED);
        Awaitility.await().atMost(LONG).until(this::isDrained);
    }
}
