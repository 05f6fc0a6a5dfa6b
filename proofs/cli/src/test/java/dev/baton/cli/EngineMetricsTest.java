package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.FreePort;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The metrics of candidates on the engines. */
class EngineMetricsTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private BatonProcess candidate(String store, String id, int metricsPort) {
        return BatonProcess.start(
                directory,
                "run",
                "job",
                "--on",
                store,
                "--id",
                id,
                "--json",
                "--metrics-port",
                Integer.toString(metricsPort));
    }

    /** Returns a sample; empty if there is none. */
    private static String sample(int port, String name) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    private static void awaitSample(int port, String name, double value) {
        awaitSample(port, name, "is " + value, sampled -> sampled == value);
    }

    private static void awaitSample(int port, String name, String what, DoublePredicate expected) {
        String labelled = "baton_" + name;
        await(labelled + " " + what)
                .atMost(TIMEOUT)
                .ignoreExceptions()
                .until(() -> expected.test(Double.parseDouble(sample(port, labelled))));
    }

    /** @param epoch of the present tenure: on a busy machine a leader can lose one and lead again */
    private static void awaitElected(int port, String leader, DoubleSupplier epoch, boolean leads) {
        awaitSample(port, "last_leader_info{election=\"job\",leader_id=\"" + leader + "\"}", 1);
        awaitSample(port, "leader{election=\"job\"}", leads ? 1 : 0);
        awaitSample(port, "epoch{election=\"job\"}", "is the epoch", sampled -> sampled == epoch.getAsDouble());
        awaitSample(port, "current_state{election=\"job\",state=\"" + (leads ? "leader" : "follower") + "\"}", 1);
        awaitSample(port, "reigns_overlapping{election=\"job\"}", 0);
    }

    private static double acquiredEpoch(BatonProcess process) {
        return process.json().stream()
                .filter(line -> "acquired".equals(line.get("event")))
                .mapToDouble(line -> ((Number) Objects.requireNonNull(line.get("epoch"))).doubleValue())
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(TestEngine.class)
    void leaderAndStandbyShowTheSameLeader(TestEngine engine) {
        int first = FreePort.next();
        int second = FreePort.next();
        try (TestEngine.Server server = engine.start();
                BatonProcess one = candidate(server.url(), "one", first)) {
            await().atMost(TIMEOUT).until(() -> one.has("acquired"));
            awaitElected(first, "one", () -> acquiredEpoch(one), true);
            awaitSample(first, "election_count_total{election=\"job\"}", "is at least 1", sampled -> sampled >= 1);
            try (BatonProcess two = candidate(server.url(), "two", second)) {
                awaitElected(second, "one", () -> 0, false);
                one.signal("TERM");
                assertThat(one.exitCode()).as(one.err()).isZero();
                await().atMost(TIMEOUT).until(() -> two.has("acquired"));
                assertThat(acquiredEpoch(two)).isGreaterThan(acquiredEpoch(one));
                awaitElected(second, "two", () -> acquiredEpoch(two), true);
                awaitSample(second, "election_count_total{election=\"job\"}", "is at least 2", sampled -> sampled >= 2);
            }
        }
    }

    @Test
    void leaderOfAnotherProgramWithoutAnEpochIsCounted() throws Exception {
        int port = FreePort.next();
        try (SimulatedKubeServer server = new SimulatedKubeServer()) {
            String namespace = server.newNamespace();
            String lease = """
                    {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "job"},
                     "spec": {"holderIdentity": "native", "leaseDurationSeconds": 3600, "leaseTransitions": 0}}
                    """;
            HttpRequest creation = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port()
                            + "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(lease))
                    .build();
            assertThat(CLIENT.send(creation, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(201);
            String store = "kubernetes:" + namespace + "?ttl=6s&kubeconfig=" + server.kubeconfigFile(server.port());
            try (BatonProcess standby = candidate(store, "one", port)) {
                awaitElected(port, "native", () -> 0, false);
                awaitSample(port, "election_count_total{election=\"job\"}", 1);
                assertThat(standby.has("acquired")).isFalse();
            }
        }
    }
}
