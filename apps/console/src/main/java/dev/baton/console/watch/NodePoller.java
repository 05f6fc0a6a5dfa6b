package dev.baton.console.watch;

import dev.baton.http.TokenFile;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFormat;
import dev.baton.support.json.JsonObject;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
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

/** Reads the role, the jobs and the agents of one node periodically. */
public final class NodePoller implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_BYTES = 8 << 20;

    /** Long commands make a list long; {@link #MAX_BYTES} limits it. */
    private static final JsonFormat LIST = JsonFormat.ofAnyLength();

    /** Only fields that the page shows: a payload can contain secrets. */
    private static final List<String> JOB_FIELDS =
            List.of("id", "name", "state", "attempt", "job_epoch", "agent_name", "updated_at");

    private static final List<String> AGENT_FIELDS = List.of("name", "state", "leases");

    private final String url;
    private final ConsoleFeed feed;
    private final HttpClient client;
    private final Optional<TokenFile> token;
    private final Duration pollInterval;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** The node's JSON object for the page, as last known; null is what was never read. Not changed after it is assigned. */
    private volatile JsonObject status;

    /**
     * Starts to poll the node at an address.
     *
     * @param tls the TLS context for https; without one, the trust store of the JVM applies
     * @param token the token that the node needs for reads
     */
    public NodePoller(
            String url, ConsoleFeed feed, Optional<SSLContext> tls, Optional<TokenFile> token, Duration pollInterval) {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
        tls.ifPresent(builder::sslContext);
        this.client = builder.build();
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.feed = feed;
        this.token = token;
        this.pollInterval = pollInterval;
        this.status = new JsonObject()
                .with("url", this.url)
                .with("reached", null)
                .with("trouble", null)
                .with("role", Map.of())
                .with("jobs", null)
                .with("agents", null);
        NamedThreads.start("console-node-" + this.url, this::run);
    }

    /** Returns the fields of the node's JSON object for the page, as last known. */
    public JsonObject fields() {
        return status;
    }

    private void run() {
        LastingLoop.run("the reading of node " + url, () -> {
            poll();
            return !closed.await(pollInterval.toMillis(), TimeUnit.MILLISECONDS);
        });
    }

    private void poll() throws InterruptedException {
        JsonObject next = read();
        if (!next.equals(status)) {
            Object trouble = next.get("trouble");
            if (trouble != null && !trouble.equals(status.get("trouble"))) {
                LOG.warn("cannot read node {}: {}; showing the last known state and retrying", url, trouble);
            }
            String text = Json.write(next);
            status = next;
            feed.publish("node", text);
        }
    }

    /** Returns the status after another reading. What could not be read stays as it was. */
    private JsonObject read() throws InterruptedException {
        JsonObject next = new JsonObject();
        next.putAll(status);
        next.put("reached", false);
        try {
            next.put("role", Json.parseObject(get("/role")));
            next.put("reached", true);
            List<?> jobs = list(get("/v1/jobs?newest=true&limit=50"), "jobs", JOB_FIELDS);
            List<?> agents = list(get("/v1/agents"), "agents", AGENT_FIELDS);
            return next.with("jobs", jobs).with("agents", agents).with("trouble", null);
        } catch (IOException | JsonException failed) {
            return next.with("trouble", cause(failed));
        }
    }

    private static String cause(Exception failed) {
        if (failed instanceof ConnectException) {
            return "connection refused or timed out";
        }
        if (failed instanceof SSLHandshakeException) {
            return "certificate not trusted (see --tls-ca): " + failed.getMessage();
        }
        return failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
    }

    /** Reads a list, or an object that contains it under its name, and keeps only the given fields of each element. */
    private static List<Map<String, @Nullable Object>> list(String text, String name, List<String> fields) {
        Object response = Json.parse(text, LIST);
        Object value = response instanceof Map<?, ?> object ? object.get(name) : response;
        if (!(value instanceof List<?> elements)) {
            throw new JsonException("the response does not contain a list of " + name);
        }
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        for (Object element : elements) {
            if (element instanceof Map<?, ?> object) {
                Map<String, @Nullable Object> kept = new LinkedHashMap<>();
                fields.forEach(field -> kept.put(field, object.get(field)));
                list.add(kept);
            }
        }
        return list;
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT).header("Accept", "application/json");
        token.ifPresent(current -> request.header("Authorization", current.header()));
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (response.statusCode() == 401) {
                throw new IOException("the node needs a token for reads (see --node-token-file)");
            }
            if (response.statusCode() != 200) {
                throw new IOException("the response to " + path + " has status " + response.statusCode());
            }
            byte[] bytes = body.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("the response to " + path + " is longer than " + MAX_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
