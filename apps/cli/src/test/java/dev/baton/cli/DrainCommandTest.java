package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.http.DrainRequests;
import dev.baton.node.http.JobRoutes;
import dev.baton.node.http.NodeAccess;
import dev.baton.node.http.NodeHttpServer;
import dev.baton.node.http.NodeHttpServer.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton drain} of a node that does not lead, through the leader {@code a}. */
class DrainCommandTest {
    @TempDir
    Path directory;

    /** The URLs of other nodes that the leader knows. */
    private Map<String, String> urls = Map.of();

    private JobDatabase database;
    private NodeHttpServer server;

    @BeforeEach
    void start() {
        database = JobDatabase.open("sqlite:" + directory.resolve("node.db"));
        Controller controller = new Controller("a", "http://a", database, BatonClock.system());
        controller.open(controller.raise(1, "test", BatonClock.system().now().plus(Duration.ofMinutes(10))));
        DrainRequests drains = new DrainRequests() {
            @Override
            public void drain(Optional<Duration> grace, boolean standby) {}

            @Override
            public Optional<String> urlOf(String nodeId) {
                return Optional.ofNullable(urls.get(nodeId));
            }
        };
        server = new NodeHttpServer(
                controller,
                new JobRoutes(controller, new JobService(controller), drains),
                NodeAccess.onLoopback(Optional.empty()),
                new Address("127.0.0.1", 0, Optional.empty()));
    }

    @AfterEach
    void close() {
        server.close();
        database.close();
    }

    private Cli drain(String node) {
        return Cli.run("drain", node, "--node", "127.0.0.1:" + server.port());
    }

    @Test // NODE-9
    void nodeThatIsFoundButDoesNotAnswerIsReportedWithItsUrl() throws IOException {
        String url;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = "http://127.0.0.1:" + closed.getLocalPort();
        }
        urls = Map.of("b", url);
        Cli silent = drain("b");
        assertThat(silent.code()).as(silent.err()).isEqualTo(ExitCode.STORE);
        assertThat(silent.err())
                .contains("node b at " + url + " does not respond")
                .doesNotContain("knows its URL", "127.0.0.1:" + server.port() + " does not respond");
    }

    @Test // NODE-9
    void nodeThatNobodyFindsIsRefused() {
        Cli unknown = drain("c");
        assertThat(unknown.code()).isEqualTo(ExitCode.NO);
        assertThat(unknown.err()).contains("no node of --node knows its URL: add it to --node");
    }
}
