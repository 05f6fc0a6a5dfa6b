package dev.baton.console.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** A server with those routes of a node that the console uses. */
final class FakeNode implements AutoCloseable {
    static final String MARKUP = "<img src=x onerror=window.hacked=1>";

    private final HttpServer server;
    private volatile String role = "STANDBY";
    private volatile long epoch = 4;
    private volatile String newest = "";
    private volatile String padding = "";
    private volatile int writeStatus = 202;
    private volatile String writeAnswer = "{}";
    private final List<String> writes = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    FakeNode(String id) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        route(
                "/role",
                () -> "{\"node_id\":\"" + id + "\",\"role\":\"" + role + "\",\"leader_epoch\":" + epoch
                        + ",\"leader_id\":\"" + id + "\",\"leader_url\":null}");
        route(
                "/v1/jobs",
                () -> "{\"jobs\":[" + newest
                        + "{\"id\":\"j-1\",\"name\":\"resize\",\"state\":\"queued\",\"job_epoch\":1,"
                        + "\"payload\":\"very-secret\",\"leader_epoch\":4,\"attempt\":0},{\"id\":\"j-2\",\"name\":\""
                        + MARKUP
                        + "\",\"state\":\"leased\",\"updated_at\":\"2026-11-10T08:00:00.000Z\","
                        + "\"job_epoch\":2,\"leader_epoch\":4,\"attempt\":1},{\"id\":\"j-3\",\"name\":\"render\",\"state\":\"dead\","
                        + "\"job_epoch\":7,\"attempt\":3,\"max_attempts\":3,\"requires\":[\"gpu\"]}],\"padding\":\""
                        + padding + "\"}");
        route(
                "/v1/agents",
                () -> "[{\"name\":\"" + id
                        + "-worker\",\"state\":\"active\",\"labels\":[\"gpu\",\"arm\"],\"leases\":2}]");
        server.createContext("/v1/drain", this::write);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    private void route(String path, Supplier<String> text) {
        server.createContext(path, exchange -> {
            if (!exchange.getRequestMethod().equals("GET")) {
                write(exchange);
                return;
            }
            try (exchange) {
                byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
    }

    private void write(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            writes.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
            if (writeStatus == 0) {
                closed.await();
            }
            byte[] answer = writeAnswer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(writeStatus, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the writes that it received, as {@code METHOD PATH BODY}. */
    List<String> writes() {
        return writes;
    }

    /** Answers writes with the given status from now on; 0 for no answer. */
    void answerWrites(int status, String body) {
        writeStatus = status;
        writeAnswer = body;
    }

    void setRole(String newRole, long newEpoch) {
        role = newRole;
        epoch = newEpoch;
    }

    /** Adds a dead job to the beginning of the list. */
    void addNewestJob(String id) {
        newest = "{\"id\":\"" + id + "\",\"name\":\"newest\",\"state\":\"dead\",\"job_epoch\":1,\"attempt\":1},";
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
        closed.countDown();
        server.stop(0);
    }
}
