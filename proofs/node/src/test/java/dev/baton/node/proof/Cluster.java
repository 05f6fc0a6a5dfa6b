package dev.baton.node.proof;

import dev.baton.support.json.Json;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** Several nodes and requests to them. */
final class Cluster implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(2))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private final Path directory;
    private final Map<String, String[]> options = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, NodeProcess> nodes = new ConcurrentHashMap<>();

    Cluster(Path directory) {
        this.directory = directory;
    }

    /** Starts a node; without options, with the options of its previous start. */
    NodeProcess start(String id, String... given) {
        if (given.length > 0 || !options.containsKey(id)) {
            options.put(id, given);
        }
        NodeProcess node = NodeProcess.start(directory, id, port(id), options.get(id));
        nodes.put(id, node);
        return node;
    }

    /** Returns the port of a node, which need not run yet. */
    int port(String id) {
        return ports.computeIfAbsent(id, name -> FreePort.next());
    }

    NodeProcess node(String id) {
        return Optional.ofNullable(nodes.get(id)).orElseThrow();
    }

    Iterable<NodeProcess> nodes() {
        return nodes.values();
    }

    /** A response; the status is 0 if there was none. */
    record Response(int status, Map<String, @Nullable Object> body, String node, String role, long epoch) {
        static final Response NONE = new Response(0, Map.of(), "", "", 0);

        String text(String key) {
            return String.valueOf(body.get(key));
        }

        long number(String key) {
            return body.get(key) instanceof Long number ? number : -1;
        }

        boolean isOk() {
            return status >= 200 && status < 300;
        }
    }

    static Response send(String method, String url, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(8))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Response(
                    response.statusCode(),
                    response.body().isEmpty() ? Map.of() : Json.parseObject(response.body()),
                    response.headers().firstValue("Baton-Node").orElse(""),
                    response.headers().firstValue("Baton-Role").orElse(""),
                    Long.parseLong(response.headers().firstValue("Baton-Epoch").orElse("0")));
        } catch (IOException unreachable) {
            return Response.NONE;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Response.NONE;
        }
    }

    Response get(String id, String path) {
        return send("GET", node(id).url() + path, "");
    }

    Response post(String id, String path, String body, String... headers) {
        return send("POST", node(id).url() + path, body, headers);
    }

    String role(String id) {
        return get(id, "/role").text("role");
    }

    /** Returns the id of a node that reports to be leader. */
    Optional<String> leader() {
        return nodes.keySet().stream().filter(id -> role(id).equals("LEADER")).findFirst();
    }

    String awaitLeader() {
        await("a leader", () -> leader().isPresent());
        return leader().orElseGet(this::awaitLeader);
    }

    /** Waits until another node leads. */
    String awaitLeaderOtherThan(String id) {
        await(
                "a leader other than " + id,
                () -> leader().filter(other -> !other.equals(id)).isPresent());
        return leader().filter(other -> !other.equals(id)).orElseGet(() -> awaitLeaderOtherThan(id));
    }

    String other(String id) {
        return nodes.keySet().stream()
                .filter(name -> !name.equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Submits a job to the leader, exactly once, and retries until it is accepted. */
    Response submit(String key, String body) {
        Response[] last = {Response.NONE};
        await("job " + key, () -> {
            for (String id : nodes.keySet()) {
                last[0] = post(id, "/v1/jobs", body, "Idempotency-Key", key.replace(' ', '-'));
                if (last[0].isOk()) {
                    return true;
                }
            }
            return false;
        });
        return last[0];
    }

    void await(String what, BooleanSupplier condition) {
        try {
            Awaitility.await(what)
                    .atMost(Duration.ofSeconds(45))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .until(condition::getAsBoolean);
        } catch (ConditionTimeoutException late) {
            throw new NotInTimeError(what + " did not happen in time; logs of the nodes:\n" + logs(), late);
        }
    }

    String logs() {
        StringBuilder all = new StringBuilder();
        nodes.values().forEach(node -> all.append(node.id()).append(":\n").append(node.log()));
        return all.toString();
    }

    @Override
    public void close() {
        nodes.values().forEach(NodeProcess::close);
    }
}
