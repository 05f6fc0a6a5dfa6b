package dev.baton.console.watch;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node controller, asked every second for its role, its jobs and its agents. */
public final class NodePoller implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration ASK_EVERY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int LONGEST = 8 << 20;
    /** What the page shows, and no more: a payload may hold anything. */
    private static final List<String> OF_A_JOB =
            List.of("id", "name", "state", "attempt", "job_epoch", "agent_name", "updated_at");

    private static final List<String> OF_AN_AGENT = List.of("name", "state", "leases");

    private final String url;
    private final ConsoleFeed feed;
    private final HttpClient client;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile NodeStatus state;

    /** Starts to watch the node at this address; over https it is believed by what is given, else by what Java believes. */
    public NodePoller(String url, ConsoleFeed feed, Optional<SSLContext> trust) {
        HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(PATIENCE);
        trust.ifPresent(http::sslContext);
        this.client = http.build();
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.feed = feed;
        this.state = NodeStatus.unheard(this.url);
        Thread thread = new Thread(this::watch, "console-node-" + this.url);
        thread.setDaemon(true);
        thread.start();
    }

    /** What it said last. */
    public NodeStatus state() {
        return state;
    }

    private void watch() {
        try {
            do {
                NodeStatus next = ask();
                if (!next.equals(state)) {
                    if (next.trouble().isPresent() && !next.trouble().equals(state.trouble())) {
                        LOG.warn(
                                "the node at {} cannot be asked: {}",
                                url,
                                next.trouble().get());
                    }
                    state = next;
                    feed.publish("node", next.json());
                }
            } while (!closed.await(ASK_EVERY.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private NodeStatus ask() throws InterruptedException {
        Map<String, @Nullable Object> role;
        try {
            role = Json.parseObject(get("/role"));
        } catch (IOException | JsonException failed) {
            return state.outOfReach(why(failed));
        }
        try {
            return new NodeStatus(
                    url,
                    true,
                    Optional.empty(),
                    role,
                    list(get("/v1/jobs?newest=true&limit=50"), "jobs", OF_A_JOB),
                    list(get("/v1/agents"), "agents", OF_AN_AGENT));
        } catch (IOException | JsonException failed) {
            return state.unreadable(role, why(failed));
        }
    }

    private static String why(Exception failed) {
        if (failed instanceof ConnectException) {
            return "nobody answers there";
        }
        if (failed instanceof SSLHandshakeException) {
            return "its certificate cannot be trusted (--tls-ca): " + failed.getMessage();
        }
        return failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
    }

    /** A list, or an object that holds one under its name; of each entry only these fields. */
    private static List<Map<String, @Nullable Object>> list(String text, String name, List<String> fields) {
        Object answer = Json.parse(text);
        Object list = answer instanceof Map<?, ?> object ? object.get(name) : answer;
        if (!(list instanceof List<?> found)) {
            throw new JsonException("the answer has no list of " + name);
        }
        List<Map<String, @Nullable Object>> shown = new ArrayList<>();
        for (Object each : found) {
            if (each instanceof Map<?, ?> object) {
                Map<String, @Nullable Object> some = new LinkedHashMap<>();
                fields.forEach(field -> some.put(field, object.get(field)));
                shown.add(some);
            }
        }
        return shown;
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(PATIENCE)
                .header("Accept", "application/json")
                .build();
        HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                throw new IOException(path + " was answered with " + response.statusCode());
            }
            byte[] bytes = body.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                throw new IOException(path + " was answered with more than " + LONGEST + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
