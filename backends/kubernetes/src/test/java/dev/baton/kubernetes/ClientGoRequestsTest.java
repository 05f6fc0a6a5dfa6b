package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeConnection;
import dev.baton.kubernetes.api.ScriptedApiServer;
import dev.baton.kubernetes.api.ScriptedApiServer.Received;
import dev.baton.kubernetes.api.ScriptedApiServer.Reply;
import dev.baton.support.json.Json;
import dev.baton.testkit.kubernetes.KubeTestServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The requests that stand for client-go in the tests of mixed elections, compared with those of client-go 1.20. */
class ClientGoRequestsTest {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    private static final String SPEC = "\"spec\":{\"acquireTime\":\"ACQUIRED\",\"holderIdentity\":\"%s\","
            + "\"leaseDurationSeconds\":%d,\"leaseTransitions\":%d,\"renewTime\":\"TIME\"}";
    private static final String HEAD = "{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\",\"metadata\":";

    /** One Lease, as a server keeps it. */
    private static final class OneLease {
        private String json = "";
        private int version;
        private boolean refusing;

        synchronized Reply answer(Received request) {
            if (request.method().equals("GET")) {
                return json.isEmpty() ? Reply.of(404, "{\"message\":\"not found\"}") : Reply.of(200, json);
            }
            if (refusing) {
                refusing = false;
                return Reply.of(409, "{\"message\":\"the object has been modified\"}");
            }
            boolean created = json.isEmpty();
            version++;
            json = request.body()
                    .replaceAll(
                            "\"metadata\":\\{[^}]*}",
                            "\"metadata\":{\"name\":\"mixed\",\"uid\":\"u\",\"resourceVersion\":\"" + version + "\"}");
            // The second write is the first renewal: another program writes at the same time.
            refusing = created;
            return Reply.of(created ? 201 : 200, json);
        }

        synchronized void giveTo(String holder, long transitions) {
            json = lease(++version, holder, 3, transitions).replaceAll("ACQUIRED|TIME", "2026-01-01T00:00:00.000000Z");
        }
    }

    private static String lease(int version, String holder, int seconds, long transitions) {
        return HEAD + "{\"name\":\"mixed\",\"uid\":\"u\",\"resourceVersion\":\"" + version + "\"},"
                + SPEC.formatted(holder, seconds, transitions) + "}";
    }

    /** Compares objects without regard to the order of their fields. */
    private static void assertBody(Received request, String expected) {
        String times = request.body()
                .replaceAll("(\"acquireTime\":\")[0-9TZ.:-]{27}\"", "$1ACQUIRED\"")
                .replaceAll("(\"renewTime\":\")[0-9TZ.:-]{27}\"", "$1TIME\"");
        assertThat(Json.parseObject(times)).isEqualTo(Json.parseObject(expected));
    }

    private static KubeApi open(ScriptedApiServer server) {
        String kubeconfig = KubeTestServer.write(server.kubeconfig("secret")).toString();
        return KubeApi.open(
                new KubeConnection(Optional.of(kubeconfig), Optional.empty(), Optional.of("default")),
                Duration.ofSeconds(30));
    }

    @Test // API-1
    void createsUpdatesAndReleasesAsClientGoDoes() throws Exception {
        OneLease lease = new OneLease();
        try (ScriptedApiServer server = new ScriptedApiServer(lease::answer);
                KubeApi api = open(server);
                ClientGoElector elector = new ClientGoElector(api, "mixed", "native")) {
            await("a renewal after the conflict").until(() -> server.requests().size() >= 8);
            await().until(elector::leads);
            elector.resign();
            List<Received> requests = List.copyOf(server.requests());
            assertThat(requests.subList(0, 8))
                    .extracting(request -> request.method() + " " + request.target())
                    .containsExactly(
                            "GET " + LEASES + "/mixed",
                            "POST " + LEASES,
                            "GET " + LEASES + "/mixed",
                            "PUT " + LEASES + "/mixed",
                            "GET " + LEASES + "/mixed",
                            "PUT " + LEASES + "/mixed",
                            "GET " + LEASES + "/mixed",
                            "PUT " + LEASES + "/mixed");
            assertBody(requests.get(1), HEAD + "{\"name\":\"mixed\"}," + SPEC.formatted("native", 3, 0) + "}");
            // The first renewal is refused, and the Lease is read again before the next one.
            assertBody(requests.get(3), lease(1, "native", 3, 0));
            assertBody(requests.get(5), lease(1, "native", 3, 0));
            assertBody(requests.get(7), lease(2, "native", 3, 0));
            Received release = requests.get(requests.size() - 1);
            int renewals = (int) requests.stream()
                            .filter(request -> request.method().equals("PUT"))
                            .count()
                    - 2;
            assertThat(release.method()).isEqualTo("PUT");
            assertBody(release, lease(1 + renewals, "", 1, 0));
            assertThat(requests.get(requests.size() - 2).method()).isEqualTo("GET");
        }
    }

    @Test // API-1
    void takesAReleasedLeaseWithOneTransitionMore() throws Exception {
        OneLease lease = new OneLease();
        lease.giveTo("", 6);
        try (ScriptedApiServer server = new ScriptedApiServer(lease::answer);
                KubeApi api = open(server);
                ClientGoElector elector = new ClientGoElector(api, "mixed", "native")) {
            await().until(elector::leads);
            List<Received> requests = List.copyOf(server.requests());
            assertThat(requests).extracting(Received::method).startsWith("GET", "PUT");
            assertBody(requests.get(1), lease(1, "native", 3, 7));
        }
    }
}
