package dev.baton.node.proof;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import dev.baton.support.json.RawJson;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random requests to a node that are almost right: known routes and fields, with values of every kind. */
final class RequestFuzzer {
    /** The longest drain. One that ends makes the node a standby, which refuses almost everything. */
    private static final long LONGEST_GRACE = 3600;

    /** How many requests there are for each drain. It lasts until it is cancelled, and most writes are refused meanwhile. */
    private static final int REQUESTS_PER_DRAIN = 400;

    /** Every field with a value that is accepted. */
    private static final Map<String, Object> VALID = Map.ofEntries(
            Map.entry("name", "job"),
            Map.entry("payload", new RawJson("{\"n\": 1e400}")),
            Map.entry("command", List.of("sh", "-c", "true")),
            Map.entry("timeout_s", 1.5),
            Map.entry("max_attempts", 2L),
            Map.entry("priority", -3L),
            Map.entry("requires", List.of("gpu")),
            Map.entry("labels", List.of("gpu", "x")),
            Map.entry("agent_name", "w"),
            Map.entry("wait_s", 0L),
            Map.entry("ttl_s", 60L),
            Map.entry("commands_only", false),
            Map.entry("job_epoch", 1L),
            Map.entry("output", "printed\n"),
            Map.entry("job_id", "ID"),
            Map.entry("lease_id", "ID"),
            Map.entry("status", "succeeded"),
            Map.entry("exit_code", 0L),
            Map.entry("leader_epoch", 1L),
            Map.entry("grace_s", LONGEST_GRACE),
            Map.entry("node_id", "a"));

    /** A route, and the fields of its body or the parameters of its query. */
    private record Route(String method, String path, List<String> fields) {}

    private static final List<Route> ROUTES = List.of(
            new Route(
                    "POST", "/v1/jobs", List.of("name", "payload", "command", "timeout_s", "max_attempts", "requires")),
            new Route("POST", "/v1/jobs", List.of("name", "payload", "command", "priority", "leader_epoch")),
            new Route("POST", "/v1/leases", List.of("agent_name", "wait_s", "ttl_s", "commands_only", "labels")),
            new Route("POST", "/v1/leases/{id}/renew", List.of("job_epoch", "output", "output_bytes")),
            new Route("POST", "/v1/leases/{id}/release", List.of("job_epoch")),
            new Route(
                    "POST",
                    "/v1/results",
                    List.of("job_id", "lease_id", "job_epoch", "status", "exit_code", "output", "output_bytes")),
            new Route("POST", "/v1/jobs/{id}/cancel", List.of()),
            new Route("POST", "/v1/jobs/{id}/retry", List.of()),
            new Route("DELETE", "/v1/jobs/{id}", List.of()),
            new Route("DELETE", "/v1/agents/{id}", List.of()),
            new Route("POST", "/v1/agents/{id}/leave", List.of()),
            new Route("DELETE", "/v1/drain", List.of("node_id", "leader_epoch")),
            new Route("GET", "/v1/jobs/{id}", List.of()),
            new Route("GET", "/v1/jobs", List.of("state", "label", "limit", "after", "newest", "include")),
            new Route("GET", "/v1/agents", List.of("deleted")),
            new Route("DELETE", "/v1/drain", List.of("node_id")),
            new Route("GET", "/role", List.of()),
            new Route("GET", "/leader", List.of()),
            new Route("GET", "/standby", List.of()),
            new Route("GET", "/readyz", List.of()),
            new Route("GET", "/healthz", List.of()),
            new Route("GET", "/metrics", List.of()),
            new Route("POST", "/readyz", List.of("name")),
            new Route("PUT", "/v1/jobs", List.of("name")),
            new Route("PATCH", "/nowhere/{id}", List.of("name")));

    private static final Route DRAIN = new Route("POST", "/v1/drain", List.of("grace_s", "node_id", "leader_epoch"));

    private static final List<String> QUERY_VALUES =
            List.of("queued", "dead", "gpu", "1", "1000", "0", "true", "false", "payload,output", "", "payload,,");

    private static final int MAX_IDS = 1000;

    private final String url;
    private final List<String> ids = new ArrayList<>(List.of("none", "w", ".", "x".repeat(200)));

    RequestFuzzer(String url) {
        this.url = url;
    }

    /** Remembers an id, which later requests use. */
    synchronized void learn(String id) {
        if (ids.size() >= MAX_IDS) {
            ids.remove(4);
        }
        ids.add(id);
    }

    private synchronized String id(Random random) {
        return ids.get(random.nextInt(ids.size()));
    }

    HttpRequest next(Random random) {
        Route route = random.nextInt(REQUESTS_PER_DRAIN) == 0 ? DRAIN : ROUTES.get(random.nextInt(ROUTES.size()));
        String id = random.nextInt(5) > 0 ? id(random) : text(random);
        String path = route.path().replace("{id}", encoded(id));
        HttpRequest.Builder request = route.method().equals("GET")
                ? HttpRequest.newBuilder(URI.create(url + path + query(route, random)))
                        .method(random.nextInt(10) == 0 ? "HEAD" : "GET", BodyPublishers.noBody())
                : HttpRequest.newBuilder(URI.create(url + path))
                        .method(route.method(), BodyPublishers.ofByteArray(body(route, path, random)));
        if (random.nextInt(10) == 0) {
            request.header("Baton-Epoch", random.nextBoolean() ? "1" : String.valueOf(random.nextLong()));
        }
        if (random.nextInt(5) == 0) {
            request.header("Idempotency-Key", "k" + random.nextInt(500));
        }
        return request.build();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String query(Route route, Random random) {
        StringBuilder query = new StringBuilder("?");
        for (String field : route.fields()) {
            if (random.nextInt(3) == 0) {
                String value = random.nextInt(3) > 0
                        ? QUERY_VALUES.get(random.nextInt(QUERY_VALUES.size()))
                        : random.nextBoolean() ? id(random) : text(random);
                query.append(field).append('=').append(encoded(value)).append('&');
            }
        }
        return query + (random.nextInt(20) == 0 ? "unknown=1" : "");
    }

    private byte[] body(Route route, String path, Random random) {
        if (path.contains("%00")) {
            // Jetty cannot parse it, answers and disconnects: a client that still sends can lose the answer.
            return new byte[0];
        }
        JsonObject body = new JsonObject();
        for (String field : route.fields()) {
            if (random.nextInt(6) > 0) {
                Object valid = "ID".equals(VALID.get(field)) ? id(random) : VALID.get(field);
                Object given = random.nextInt(5) > 0 ? valid : value(random, 0);
                body.put(field, field.equals("grace_s") ? neverShort(given) : given);
            }
        }
        if (random.nextInt(30) == 0) {
            body.put(text(random), value(random, 0));
        }
        byte[] bytes = Json.write(body).getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(15) == 0 && bytes.length > 0) {
            // A byte that is wrong, or an end that is missing.
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            return random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        return bytes;
    }

    /** Returns a grace that is the longest one, or refused. */
    private static Object neverShort(Object grace) {
        boolean number = grace instanceof Number || grace instanceof RawJson;
        return !number || grace.equals(LONGEST_GRACE) ? grace : LONGEST_GRACE + 1;
    }

    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 6 : 9)) {
            case 0 -> text(random);
            case 1 -> random.nextLong();
            case 2 -> (long) random.nextInt(5) - 2;
            case 3 -> random.nextDouble() * Math.pow(10, random.nextInt(600) - 300.0);
            case 4 -> random.nextBoolean();
            case 5 -> new RawJson(random.nextBoolean() ? "-0.0e-999" : "123456789012345678901234567890");
            case 6 -> List.of(value(random, depth + 1), value(random, depth + 1));
            case 7 -> Map.of("name", value(random, depth + 1));
            default -> nested(random.nextInt(2000));
        };
    }

    private static RawJson nested(int depth) {
        return new RawJson("[".repeat(depth) + "0" + "]".repeat(depth));
    }

    private static String text(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> "\0";
            case 2 -> "\ud800";
            case 3 -> "\ud83d\ude00 %s ${jndi:x} ' OR 1=1 --";
            case 4 -> "../".repeat(random.nextInt(10)) + "etc";
            default -> "y".repeat(random.nextInt(2000));
        };
    }
}
