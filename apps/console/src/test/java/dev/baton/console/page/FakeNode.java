package dev.baton.console.page;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A server that speaks a node controller's contract, as far as it is read here. */
final class FakeNode implements AutoCloseable {
    static final String NASTY = "<img src=x onerror=window.hacked=1>";

    private final HttpServer server;
    private volatile String role = "STANDBY";
    private volatile long epoch = 4;
    private volatile String more = "";

    FakeNode(String id) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(
                "/role",
                () -> "{\"node_id\":\"" + id + "\",\"role\":\"" + role + "\",\"leader_epoch\":" + epoch
                        + ",\"leader_id\":\"" + id + "\",\"leader_url\":null}");
        answer(
                "/v1/jobs",
                () -> "{\"jobs\":[{\"id\":\"j-1\",\"name\":\"resize\",\"state\":\"queued\",\"job_epoch\":1,"
                        + "\"payload\":\"very-secret\",\"leader_epoch\":4,\"attempt\":0},{\"id\":\"j-2\",\"name\":\""
                        + NASTY
                        + "\",\"state\":\"leased\","
                        + "\"job_epoch\":2,\"leader_epoch\":4,\"attempt\":1}],\"more\":\"" + more + "\"}");
        answer("/v1/agents", () -> "[{\"name\":\"" + id + "-worker\",\"state\":\"active\"}]");
        server.start();
    }

    private void answer(String path, java.util.function.Supplier<String> text) {
        server.createContext(path, exchange -> {
            try (exchange) {
                byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
    }

    void become(String newRole, long newEpoch) {
        role = newRole;
        epoch = newEpoch;
    }

    /** Answers with so many bytes more than anybody should. */
    void flood(int bytes) {
        more = "x".repeat(bytes);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
