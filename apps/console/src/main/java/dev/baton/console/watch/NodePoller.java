package dev.baton.console.watch;

import dev.baton.http.TokenFile;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFormat;
import dev.baton.support.json.JsonObject;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.net.ConnectException;
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
    /** Long commands make a list long; the client limits it. */
    private static final JsonFormat LIST = JsonFormat.ofAnyLength();

    /** Only fields that the page shows: a payload can contain secrets. */
    private static final List<String> JOB_FIELDS = List.of(
            "id", "name", "state", "attempt", "max_attempts", "job_epoch", "agent_name", "requires", "updated_at");

    private static final List<String> AGENT_FIELDS = List.of("name", "state", "labels", "leases", "last_seen");

    private final String id;
    private final NodeClient client;
    private final ConsoleFeed feed;
    private final Duration pollInterval;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** The node's JSON object for the page, as last known; null is what was never read. Not changed after it is assigned. */
    private volatile JsonObject status;

    /**
     * Starts to poll a node.
     *
     * @param id the console's id of the node
     * @param tls the TLS context for https; without one, the trust store of the JVM applies
     * @param token the token that the node needs
     */
    public NodePoller(
            String id,
            String url,
            ConsoleFeed feed,
            Optional<SSLContext> tls,
            Optional<TokenFile> token,
            Duration pollInterval) {
        this.id = id;
        this.client = new NodeClient(url, tls, token);
        this.feed = feed;
        this.pollInterval = pollInterval;
        this.status = new JsonObject()
                .with("node", id)
                .with("url", client.url())
                .with("reached", null)
                .with("trouble", null)
                .with("role", Map.of())
                .with("jobs", null)
                .with("agents", null);
        NamedThreads.start("console-node-" + id, this::run);
    }

    /** Returns the fields of the node's JSON object for the page, as last known. */
    public JsonObject fields() {
        return status;
    }

    private void run() {
        LastingLoop.run("the reading of node " + client.url(), () -> {
            poll();
            return !closed.await(pollInterval.toMillis(), TimeUnit.MILLISECONDS);
        });
    }

    private void poll() throws InterruptedException {
        JsonObject next = read();
        if (!next.equals(status)) {
            Object trouble = next.get("trouble");
            if (trouble != null && !trouble.equals(status.get("trouble"))) {
                LOG.warn("cannot read node {}: {}; showing the last known state and retrying", client.url(), trouble);
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
            next.put("role", Json.parseObject(client.get("/role")));
            next.put("reached", true);
            List<?> jobs = list(client.get("/v1/jobs?newest=true&limit=50"), "jobs", JOB_FIELDS);
            List<?> agents = list(client.get("/v1/agents"), "agents", AGENT_FIELDS);
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

    /** Sends a write. The next reading shows its effect. */
    public NodeReply write(NodeOperation operation) throws IOException, InterruptedException {
        return client.write(operation.method(), operation.path(), operation.body());
    }

    /** Returns the id of the node, as last read. */
    public Optional<String> nodeId() {
        return status.get("role") instanceof Map<?, ?> role && role.get("node_id") instanceof String nodeId
                ? Optional.of(nodeId)
                : Optional.empty();
    }

    /** Returns the console's id of the node. */
    public String id() {
        return id;
    }

    /** Returns whether the console has a token for the node. */
    public boolean hasToken() {
        return client.hasToken();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
