package dev.baton.console.page;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** A server with those routes of a node that the console reads. */
final class FakeNode implements AutoCloseable {
    static final String MARKUP = "<img src=x onerror=window.hacked=1>";

    private final HttpServer server;
    private volatile String role = "STANDBY";
    private volatile long epoch = 4;
    private volatile String padding = "";

    FakeNode(String id) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        route(
                "/role",
                () -> "{\"node_id\":\"" + id + "\",\"role\":\"" + role + "\",\"leader_epoch\":" + epoch
                        + ",\"leader_id\":\"" + id + "\",\"leader_url\":null}");
        route(
                "/v1/jobs",
                () -> "{\"jobs\":[{\"id\":\"j-1\",\"name\":\"resize\",\"state\":\"queued\",\"job_epoch\":1,"
                        + "\"payload\":\"very-secret\",\"leader_epoch\":4,\"attempt\":0},{\"id\":\"j-2\",\"name\":\""
                        + MARKUP
                        + "\",\"state\":\"leased\","
                        + "\"job_epoch\":2,\"leader_epoch\":4,\"attempt\":1}],\"padding\":\"" + padding + "\"}");
        route("/v1/agents", () -> "[{\"name\":\"" + id + "-worker\",\"state\":\"active\"}]");
        server.start();
    }

    private void route(String path, Supplier<String> text) {
        server.createContext(path, exchange -> {
            try (exchange) {
                byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
    }

    void setRole(String newRole, long newEpoch) {
        role = newRole;
        epoch = newEpoch;
    }

    /** Adds padding to the list of jobs. */
    void pad(int bytes) {
        padding = "x".repeat(bytes);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
