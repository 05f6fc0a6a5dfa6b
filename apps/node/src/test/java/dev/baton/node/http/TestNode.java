package dev.baton.node.http;

import dev.baton.BatonClock;
import dev.baton.http.BearerToken;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.control.PeriodicChecks;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A controller and its HTTP server in this process. The test acts as supervisor. */
final class TestNode implements AutoCloseable {
    static final HttpClient HTTP = HttpClient.newHttpClient();

    final Controller controller;
    final RecordedDrains drains = new RecordedDrains();
    private final JobDatabase database;
    private final NodeHttpServer server;
    private final PeriodicChecks checks;

    TestNode(String id, String store, Optional<BearerToken> token) {
        this(id, store, NodeAccess.onLoopback(token));
    }

    TestNode(String id, String store, NodeAccess access) {
        this(id, store, access, ApiSettings.defaults());
    }

    TestNode(String id, String store, NodeAccess access, ApiSettings settings) {
        database = JobDatabase.open(store);
        controller = new Controller(id, "http://" + id, database, BatonClock.system());
        checks = new PeriodicChecks(controller, reached -> {}).started();
        JobRoutes routes = new JobRoutes(controller, new JobService(controller), drains, settings);
        server = new NodeHttpServer(controller, routes, access, new Address("127.0.0.1", 0, Optional.empty()));
    }

    /** Makes this node the leader for a minute. */
    long lead() {
        return lead(Duration.ofMinutes(1));
    }

    long lead(Duration validity) {
        long epoch = controller.raise(1, "test", BatonClock.system().now().plus(validity));
        if (!controller.open(epoch)) {
            throw new IllegalStateException("the term ended immediately");
        }
        return epoch;
    }

    int port() {
        return server.port();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    NodeHttpServer server() {
        return server;
    }

    JobDatabase database() {
        return database;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(30));
    }

    /** A response with its parsed body. */
    record Response(HttpResponse<String> response, Map<String, @Nullable Object> body) {
        int status() {
            return response.statusCode();
        }

        @Nullable
        Object get(String key) {
            return body.get(key);
        }

        /** Returns the job in the response. */
        Map<?, ?> job() {
            return body.get("job") instanceof Map<?, ?> job ? job : Map.of();
        }

        String text(String key) {
            return String.valueOf(body.get(key));
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    Response send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Response(response, response.body().isEmpty() ? Map.of() : Json.parseObject(response.body()));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    Response get(String path) {
        return send(request(path));
    }

    Response post(String path, String body, String... headers) {
        HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    Response delete(String path) {
        return send(request(path).DELETE());
    }

    @Override
    public void close() {
        server.close();
        checks.close();
        database.close();
    }
}
