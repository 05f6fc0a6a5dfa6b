package dev.baton.console.page;

import dev.baton.cli.BatonProcess;
import dev.baton.console.TestConsole;
import dev.baton.support.json.Json;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Two processes {@code baton node}, {@code n1} and {@code n2}, with a common data directory. */
final class NodePair implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Path directory;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, BatonProcess> nodes = new LinkedHashMap<>();

    NodePair(Path directory) {
        this.directory = directory;
        for (String id : new String[] {"n1", "n2"}) {
            ports.put(id, FreePort.next());
            start(id);
        }
    }

    /** Starts a node, or starts it again with the same options. */
    void start(String id) {
        nodes.put(
                id,
                BatonProcess.start(
                        directory,
                        "node",
                        "--id",
                        id,
                        "--listen",
                        "127.0.0.1:" + ports.get(id),
                        "--data-dir",
                        directory.resolve("data").toString(),
                        "--worker"));
    }

    String url(String id) {
        return "http://127.0.0.1:" + ports.get(id);
    }

    String awaitLeader() {
        TestConsole.await("one node leads and the other is a standby", () -> {
            String roles = role("n1").get("role") + " " + role("n2").get("role");
            return roles.equals("LEADER STANDBY") || roles.equals("STANDBY LEADER");
        });
        return "LEADER".equals(role("n1").get("role")) ? "n1" : "n2";
    }

    long epoch(String id) {
        return role(id).get("leader_epoch") instanceof Long epoch ? epoch : 0;
    }

    private Map<String, @Nullable Object> role(String id) {
        return Json.parseObject(send(HttpRequest.newBuilder(URI.create(url(id) + "/role"))));
    }

    /** Submits a job that ends at once. */
    void submit(String id, String name) {
        send(HttpRequest.newBuilder(URI.create(url(id) + "/v1/jobs"))
                .header("Idempotency-Key", name)
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"" + name + "\",\"command\":[\"true\"]}")));
    }

    private static String send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    HTTP.send(request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                throw new IllegalStateException(response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Kills the supervisor of a node with SIGKILL. */
    void kill(String id) {
        BatonProcess node = nodes.get(id);
        if (node == null) {
            throw new IllegalArgumentException("no node " + id);
        }
        node.close();
    }

    @Override
    public void close() {
        nodes.values().forEach(BatonProcess::close);
    }
}
