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

/** Some nodes, and how to talk to them. */
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

    /** Starts a node, or starts it again as it was. */
    NodeProcess start(String id, String... given) {
        if (given.length > 0 || !options.containsKey(id)) {
            options.put(id, given);
        }
        NodeProcess node = NodeProcess.start(directory, id, port(id), options.get(id));
        nodes.put(id, node);
        return node;
    }

    /** Where a node listens, or will. */
    int port(String id) {
        return ports.computeIfAbsent(id, name -> FreePort.next());
    }

    NodeProcess node(String id) {
        return Optional.ofNullable(nodes.get(id)).orElseThrow();
    }

    Iterable<NodeProcess> nodes() {
        return nodes.values();
    }

    /** An answer: 0 when there was none. */
    record Answer(int status, Map<String, @Nullable Object> body, String node, String role, long epoch) {
        static final Answer NONE = new Answer(0, Map.of(), "", "", 0);

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

    static Answer send(String method, String url, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(8))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.body().isEmpty() ? Map.of() : Json.parseObject(response.body()),
                    response.headers().firstValue("Baton-Node").orElse(""),
                    response.headers().firstValue("Baton-Role").orElse(""),
                    Long.parseLong(response.headers().firstValue("Baton-Epoch").orElse("0")));
        } catch (IOException unreachable) {
            return Answer.NONE;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Answer.NONE;
        }
    }

    Answer get(String id, String path) {
        return send("GET", node(id).url() + path, "");
    }

    Answer post(String id, String path, String body, String... headers) {
        return send("POST", node(id).url() + path, body, headers);
    }

    String role(String id) {
        return get(id, "/role").text("role");
    }

    /** The id of a node that leads now, if one says so. */
    Optional<String> leader() {
        return nodes.keySet().stream().filter(id -> role(id).equals("LEADER")).findFirst();
    }

    String awaitLeader() {
        await("a leader", () -> leader().isPresent());
        return leader().orElseGet(this::awaitLeader);
    }

    /** Waits until another than this one leads. */
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

    /** Submits a job to whoever leads, once, however often it has to ask. */
    Answer submit(String key, String body) {
        Answer[] last = {Answer.NONE};
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
            throw new AssertionError(what + " did not come; the nodes said:\n" + logs(), late);
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
