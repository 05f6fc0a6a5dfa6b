package dev.baton.testkit.kubernetes;

import io.fabric8.kubernetes.client.server.mock.KubernetesMixedDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * fabric8's simulation of an API server, in this process. It compares versions and serves watches. It differs from a real
 * server: it checks no values and no permissions, a deletion does not move the version, and watches never expire.
 */
public final class SimulatedKubeServer implements KubeTestServer {
    private final KubernetesMockServer server;

    /** Starts a server without objects. */
    public SimulatedKubeServer() {
        Map<ServerRequest, Queue<ServerResponse>> responses = new HashMap<>();
        server = new KubernetesMockServer(
                new Context(), new MockWebServer(), responses, new KubernetesMixedDispatcher(responses), false);
        server.init();
    }

    @Override
    public int port() {
        return server.getPort();
    }

    @Override
    public String kubeconfig(int port) {
        return KubeTestServer.text("server: http://127.0.0.1:" + port, "none");
    }

    @Override
    public String newNamespace() {
        return KubeTestServer.randomName();
    }

    /** Counts all requests: it serves nothing but Leases in the benchmarks. */
    @Override
    public long leaseRequests() {
        return server.getRequestCount();
    }

    @Override
    public void restart() {}

    @Override
    public void crash() {}

    @Override
    public void close() {
        try {
            server.destroy();
        } catch (IllegalStateException busy) {
            // It does not wait long for open watches; they end with this process.
        }
    }
}
