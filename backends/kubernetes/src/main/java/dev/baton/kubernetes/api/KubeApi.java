package dev.baton.kubernetes.api;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * The requests to one namespace. Each is sent once, and again only if the server answers that it has too many requests and
 * applied nothing. Reads name no {@code resourceVersion}, so the server answers them
 * from a quorum of its store and not from its cache. Thread-safe.
 */
public final class KubeApi implements AutoCloseable {
    private static final String JSON = "application/json";
    private static final int TOO_MANY_REQUESTS = 429;

    private final HttpClient http;
    private final Duration timeout;
    private final String base;
    private final String namespace;

    private KubeApi(Config config, Duration timeout) {
        this.timeout = timeout;
        this.namespace = KubeConnection.namespace(config);
        String master = config.getMasterUrl();
        this.base = master.endsWith("/") ? master : master + "/";
        // Each request has a connection to itself: one that timed out closes its own, not that of the others.
        this.http = new JdkHttpClientFactory().newBuilder(config).preferHttp11().build();
    }

    /**
     * Opens a connection. Sends nothing yet.
     *
     * @param timeout the time limit of one request
     */
    public static KubeApi open(KubeConnection connection, Duration timeout) {
        return new KubeApi(connection.read(timeout), timeout);
    }

    /** Returns the namespace of all requests. */
    public String namespace() {
        return namespace;
    }

    /** Returns the address of the server. */
    public String server() {
        return base;
    }

    /** Returns whether the connection is encrypted. */
    public boolean isSecure() {
        return base.startsWith("https:");
    }

    /** Reads a Lease; empty if there is none. */
    public Optional<KubeObject> get(String name) {
        try {
            return Optional.of(object(send("read " + name, request(leases() + "/" + name))));
        } catch (KubeException failed) {
            if (failed.isAbsent()) {
                return Optional.empty();
            }
            throw failed;
        }
    }

    /** Lists Leases. */
    public KubeListing list(KubeSelection selection) {
        JsonFields answer = parse(
                "list",
                send("list", request(leases() + "?" + selection.query())).body());
        List<KubeObject> objects = answer.list("items").stream()
                .flatMap(item -> KubeObject.ofValue(item).stream())
                .toList();
        String version =
                KubeObject.ofValue(answer.object()).map(KubeObject::version).orElse("");
        return new KubeListing(version, objects);
    }

    /** Creates a Lease. A conflict means that it exists. */
    public KubeObject create(KubeObject lease) {
        return object(send("create " + lease.name(), request(leases()).post(JSON, lease.json())));
    }

    /**
     * Writes a Lease, if it has not changed since it was read.
     *
     * @throws KubeException with a conflict if it has; without a refusal if it may have been applied
     */
    public KubeObject replace(KubeObject lease) {
        if (lease.uid().isEmpty() || lease.version().isEmpty()) {
            throw new IllegalArgumentException("a Lease without uid and resourceVersion would be overwritten blindly");
        }
        ApiAnswer answer = send(
                "update " + lease.name(), request(leases() + "/" + lease.name()).put(JSON, lease.json()));
        if (answer.code() == 201) {
            throw new KubeException(base + " created " + lease.name() + " instead of updating it", 0);
        }
        return object(answer);
    }

    /** Deletes a Lease, if it has not changed since it was read. */
    public void delete(KubeObject lease) {
        Map<String, ?> options = Map.of(
                "apiVersion",
                "v1",
                "kind",
                "DeleteOptions",
                "preconditions",
                Map.of("uid", lease.uid(), "resourceVersion", lease.version()));
        send("delete " + lease.name(), request(leases() + "/" + lease.name()).delete(JSON, Json.write(options)));
    }

    /** Returns the version of the server. */
    public String serverVersion() {
        return parse("version", send("read the version", request("version")).body())
                .textOrEmpty("gitVersion");
    }

    /** Sends an object of another group, which the server answers and does not keep. */
    JsonFields post(String group, String kind, Map<String, ?> spec) {
        Map<String, ?> object = Map.of("apiVersion", group + "/v1", "kind", kind, "spec", spec);
        String path = "apis/" + group + "/v1/" + kind.toLowerCase(Locale.ROOT) + "s";
        return parse(
                kind,
                send("send a " + kind, request(path).post(JSON, Json.write(object)))
                        .body());
    }

    /**
     * Checks an update without making it.
     *
     * @throws KubeException with a conflict if the Lease has changed since it was read
     */
    public void tryReplace(KubeObject lease) {
        send(
                "try to update " + lease.name(),
                request(leases() + "/" + lease.name() + "?dryRun=All").put(JSON, lease.json()));
    }

    /** Watches Leases, from a version on. */
    public AutoCloseable watch(KubeSelection selection, String version, KubeWatchListener listener) {
        KubeWatch watch = new KubeWatch(listener);
        URI address = URI.create(base + leases() + "?watch=true&allowWatchBookmarks=true&resourceVersion="
                + URLEncoder.encode(version, StandardCharsets.UTF_8) + "&" + selection.query());
        WebSocket.Builder builder = http.newWebSocketBuilder()
                .uri(address)
                .setHeader("Origin", base)
                .connectTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        watch.opening(builder.buildAsync(watch));
        return watch;
    }

    private String leases() {
        return "apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
    }

    private HttpRequest.Builder request(String path) {
        return http.newHttpRequestBuilder().uri(base + path);
    }

    /** Sends a request until it is answered with something else than 429, or its time is over. */
    private ApiAnswer send(String what, HttpRequest.Builder builder) {
        UnaryOperator<String> failed = why -> "cannot " + what + " in namespace " + namespace + ": " + base + " " + why;
        HttpRequest request =
                builder.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS).build();
        long deadline = System.nanoTime() + timeout.toNanos();
        for (int tries = 1; ; tries++) {
            HttpResponse<byte[]> response = exchange(request, deadline, failed);
            Optional<Duration> delay = response.code() == TOO_MANY_REQUESTS
                    ? RetryDelay.of(
                            Optional.ofNullable(response.header("Retry-After")),
                            tries,
                            Duration.ofNanos(deadline - System.nanoTime()))
                    : Optional.empty();
            if (delay.isEmpty()) {
                return answer(response, failed);
            }
            pause(delay.get(), failed);
        }
    }

    private static ApiAnswer answer(HttpResponse<byte[]> response, UnaryOperator<String> failed) {
        String body = new String(Optional.ofNullable(response.body()).orElse(new byte[0]), StandardCharsets.UTF_8);
        if (response.code() >= 300) {
            throw new KubeException(failed.apply("answered " + response.code() + ": " + reason(body)), response.code());
        }
        return new ApiAnswer(response.code(), body);
    }

    private static void pause(Duration delay, UnaryOperator<String> failed) {
        try {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new KubeException(failed.apply("answered " + TOO_MANY_REQUESTS), TOO_MANY_REQUESTS);
        }
    }

    private HttpResponse<byte[]> exchange(HttpRequest request, long deadline, UnaryOperator<String> failed) {
        CompletableFuture<HttpResponse<byte[]>> exchange = http.sendAsync(request, byte[].class);
        try {
            return exchange.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            exchange.cancel(true);
            throw new KubeException(failed.apply("did not answer within " + timeout.toMillis() + " ms"), 0);
        } catch (InterruptedException interrupted) {
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            throw new KubeException(failed.apply("was not waited for"), 0);
        } catch (ExecutionException broken) {
            Throwable cause = Optional.ofNullable(broken.getCause()).orElse(broken);
            throw new KubeException(failed.apply("did not answer: " + cause.getMessage()), cause);
        }
    }

    private record ApiAnswer(int code, String body) {}

    /** The message of a status object; the server never repeats a credential in it. */
    private static String reason(String body) {
        return Json.ifWellFormed(() -> new JsonFields("status", Json.parseObject(body)).textOrEmpty("message"))
                .filter(message -> !message.isEmpty())
                .orElse("no reason");
    }

    private KubeObject object(ApiAnswer answer) {
        return new KubeObject(parse("object", answer.body()).object());
    }

    private JsonFields parse(String what, String body) {
        try {
            return new JsonFields(what, Json.parseObject(body));
        } catch (JsonException malformed) {
            throw new KubeException(base + " sent a malformed answer", malformed);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
