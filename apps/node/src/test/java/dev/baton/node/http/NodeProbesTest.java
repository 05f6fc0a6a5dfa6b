package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.node.control.KnownLeader;
import dev.baton.node.http.TestNode.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the probes of load balancers get: by GET or HEAD, and from a standby about its leader. */
class NodeProbesTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void start() {
        node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty());
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** Asserts that HEAD has the status and the headers of GET, which a load balancer may ask for either way. */
    private void assertHeadEqualsGet(String as, String... paths) {
        for (String path : paths) {
            Response head = node.send(node.request(path).method("HEAD", BodyPublishers.noBody()));
            Response get = node.get(path);
            assertThat(headOf(head)).as(as + " " + path).isEqualTo(headOf(get)).containsKey("baton-role");
            assertThat(head.response().body()).as(as + " " + path).isEmpty();
        }
    }

    private static Map<String, List<String>> headOf(Response response) {
        Map<String, List<String>> head =
                new TreeMap<>(response.response().headers().map());
        head.keySet().removeIf(name -> !name.startsWith("baton-") && !name.equals("content-type"));
        head.put("status", List.of(Integer.toString(response.status())));
        return head;
    }

    @Test // NODE-4
    void headIsAnsweredAsGetInEveryRole() {
        String[] probes = {"/healthz", "/readyz", "/leader", "/standby", "/role", "/nowhere"};
        assertHeadEqualsGet("no leader", probes);
        node.controller.leaderChanged(Optional.of(new KnownLeader("b", Optional.of("http://b"))));
        assertHeadEqualsGet("standby", probes);
        node.lead();
        assertHeadEqualsGet("leader", probes);
        assertHeadEqualsGet("leader", "/v1/jobs", "/v1/jobs/none", "/v1/jobs?state=none", "/v1/agents", "/v1/drain");
        node.controller.drain();
        assertHeadEqualsGet("draining", probes);
    }

    @Test // NODE-4
    void headOfTheEventsEndsAndKeepsNoPlaceInTheStream() {
        for (int i = 0; i <= NodeEventStream.MAX_CLIENTS; i++) {
            Response head = node.send(node.request("/v1/events").method("HEAD", BodyPublishers.noBody()));
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Type")).startsWith("text/event-stream");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("node.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test // NODE-4
    void standbyIsNotReadyWhileTheLeaderCannotStoreAJob() throws SQLException {
        TestNode standby = new TestNode("b", "sqlite:" + directory.resolve("node.db"), Optional.empty());
        try (standby) {
            node.lead();
            standby.controller.leaderChanged(Optional.of(new KnownLeader("a", Optional.of(node.url() + "/"))));
            awaitReady(standby, 200);
            execute("CREATE TRIGGER no_jobs BEFORE INSERT ON baton_jobs BEGIN SELECT raise(ABORT, 'disk full'); END");
            execute(
                    "CREATE TRIGGER no_probes BEFORE INSERT ON baton_job_leases BEGIN SELECT raise(ABORT, 'disk full'); END");
            assertThat(node.post("/v1/jobs", "{\"name\":\"j\"}").status()).isEqualTo(503);
            awaitReady(standby, 503);
            assertThat(standby.get("/readyz").get("reason")).isEqualTo("the leader cannot store jobs now");
            // The answer of another node is not passed on to a node.
            assertThat(standby.send(standby.request("/readyz").header("Baton-Asked-By", "c"))
                            .status())
                    .isEqualTo(200);
            execute("DROP TRIGGER no_jobs");
            execute("DROP TRIGGER no_probes");
            awaitReady(standby, 200);
            node.controller.drain();
            assertThat(node.get("/readyz").status()).isEqualTo(503);
            // It takes results until it steps down.
            Awaitility.await()
                    .during(Duration.ofMillis(1500))
                    .atMost(LONG)
                    .until(() -> standby.get("/readyz").status() == 200);
        }
    }

    /** An answer of the leader is used for a second. */
    private static void awaitReady(TestNode standby, int status) {
        Awaitility.await().atMost(LONG).until(() -> standby.get("/readyz").status() == status);
    }

    @Test // NODE-4
    void nodesThatNameEachOtherAsLeaderAnswer() {
        TestNode other = new TestNode("b", "sqlite:" + directory.resolve("node.db"), Optional.empty());
        try (other) {
            node.controller.leaderChanged(Optional.of(new KnownLeader("b", Optional.of(other.url()))));
            other.controller.leaderChanged(Optional.of(new KnownLeader("a", Optional.of(node.url()))));
            assertThat(node.get("/readyz").status()).isEqualTo(200);
            assertThat(other.get("/readyz").status()).isEqualTo(200);
        }
    }

    @Test // NODE-4
    void onlyAnAnswerOfTheNamedLeaderItselfMakesAStandbyNotReady() throws IOException {
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer foreign = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String url = "http://127.0.0.1:" + foreign.getAddress().getPort();
        foreign.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().getPath()
                    + exchange.getRequestHeaders().getFirst("Baton-Asked-By")
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getResponseHeaders().set("Location", url + "/moved");
            exchange.sendResponseHeaders(asked.size() == 1 ? 307 : 503, -1);
            exchange.close();
        });
        foreign.start();
        try {
            node.controller.leaderChanged(Optional.of(new KnownLeader("b", Optional.of(url))));
            Awaitility.await().atMost(LONG).until(() -> {
                assertThat(node.get("/readyz").status()).isEqualTo(200);
                return asked.size() >= 3;
            });
            assertThat(asked).containsOnly("/readyzanull");
        } finally {
            foreign.stop(0);
        }
        for (String unusable : List.of(url, "ftp://127.0.0.1", "no url")) {
            node.controller.leaderChanged(Optional.of(new KnownLeader("b", Optional.of(unusable))));
            assertThat(node.get("/readyz").status()).as(unusable).isEqualTo(200);
        }
    }
}
