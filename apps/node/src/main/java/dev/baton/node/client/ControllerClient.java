package dev.baton.node.client;

import dev.baton.ConnectionException;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFormat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Sends requests to controllers. Thread-safe. */
public final class ControllerClient {
    /** The size of a value is limited by the server alone. */
    private static final JsonFormat REPLY = JsonFormat.ofAnyLength("payload");

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** A node that takes longer is frozen or unreachable, and another one may be the leader. */
    private static final Duration LONGEST_RESPONSE = Duration.ofSeconds(5);

    private static final Duration SHORTEST_RESPONSE = Duration.ofSeconds(1);

    /** The most for the rest of a response after its headers: a large page over a slow network. */
    private static final Duration LONGEST_BODY = Duration.ofSeconds(10);

    /** Several times the largest page of jobs. What sends more is not a node. */
    private static final int LARGEST_BODY = 64 << 20;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final int MAX_KNOWN = 16;
    private static final int MAX_REDIRECTS = 2;

    private final HttpClient http;
    private final Supplier<Optional<String>> authorization;

    /** The nodes in the order in which they are tried. */
    private final List<String> nodes = new ArrayList<>();

    /**
     * Creates a client.
     *
     * @param urls the known nodes
     * @param authorization the {@code Authorization} header, if the nodes need a token
     * @param trusted the certificates to trust (see {@link TrustedCertificates}); if empty, the JVM's trust store
     */
    public ControllerClient(List<String> urls, Optional<String> authorization, Optional<SSLContext> trusted) {
        this(urls, () -> authorization, trusted);
    }

    /** Same as the other constructor, with a token that may be replaced while this client is used. */
    public ControllerClient(List<String> urls, Supplier<Optional<String>> authorization, Optional<SSLContext> trusted) {
        this.authorization = authorization;
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).version(HttpClient.Version.HTTP_1_1);
        trusted.ifPresent(builder::sslContext);
        this.http = builder.build();
        urls.forEach(url -> nodes.add(checked(url)));
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("the URL of at least one node is needed");
        }
    }

    private static String checked(String url) {
        URI uri = URI.create(url);
        if (uri.getHost() == null || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
            throw new IllegalArgumentException(url + " is not the URL of a node, such as http://127.0.0.1:8081");
        }
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private record Call(
            String method, String path, Optional<String> body, Map<String, String> headers, Duration timeout) {}

    /** Reads from the first node that responds. */
    public ControllerReply read(String path, Duration timeout) throws InterruptedException {
        return send(get(path, responseTimeout(timeout)), timeout, false);
    }

    /** Reads from one node. */
    public ControllerReply readFrom(String url, String path) throws IOException, InterruptedException {
        return sendOnce(checked(url), get(path, LONGEST_RESPONSE));
    }

    /** Writes to one node, without following another leader. */
    public ControllerReply writeTo(String url, String method, String path, Map<String, ?> body)
            throws IOException, InterruptedException {
        return sendOnce(
                checked(url), new Call(method, path, Optional.of(Json.write(body)), Map.of(), LONGEST_RESPONSE));
    }

    private static Call get(String path, Duration timeout) {
        return new Call("GET", path, Optional.empty(), Map.of(), timeout);
    }

    /**
     * Writes to the leader. The request is repeated until the timeout if there is no leader, no response, or no access to
     * the store. So it must be idempotent.
     *
     * @throws ConnectionException if no leader responded in time; the write may or may not have been applied
     */
    public ControllerReply write(
            String method, String path, Map<String, ?> body, Map<String, String> headers, Duration timeout)
            throws InterruptedException {
        Call call = new Call(method, path, Optional.of(Json.write(body)), headers, responseTimeout(timeout));
        return send(call, timeout, true);
    }

    /** Posts a write whose response may take long. */
    public ControllerReply writeSlowly(String path, Map<String, ?> body, Duration responseTimeout, Duration timeout)
            throws InterruptedException {
        return send(new Call("POST", path, Optional.of(Json.write(body)), Map.of(), responseTimeout), timeout, true);
    }

    /** Returns the time limit for one node: at most half of the timeout, so that the rest is enough for another node. */
    private static Duration responseTimeout(Duration timeout) {
        long half = timeout.toMillis() / 2;
        return Duration.ofMillis(Math.max(SHORTEST_RESPONSE.toMillis(), Math.min(half, LONGEST_RESPONSE.toMillis())));
    }

    private ControllerReply send(Call call, Duration timeout, boolean leaderOnly) throws InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        long pause = FIRST_PAUSE.toNanos();
        int redirects = 0;
        while (true) {
            String url = first();
            String problem;
            try {
                ControllerReply reply = sendOnce(url, call);
                if (leaderOnly && reply.status() == 409 && reply.error().equals("NOT_LEADER")) {
                    problem = url + " is not the leader";
                    // Try the leader it names immediately, unless nodes name each other in a circle.
                    if (follow(url, reply.text("leader_url")) && ++redirects <= MAX_REDIRECTS) {
                        continue;
                    }
                    redirects = 0;
                } else if (reply.status() == 503) {
                    problem = url + " cannot reach its store";
                    moveToEnd(url);
                } else if (reply.error().equals("TOO_MANY_READS")) {
                    problem = url + " has too many clients";
                    moveToEnd(url);
                } else {
                    return reply;
                }
            } catch (SSLException distrusted) {
                problem = url + " is not trusted or does not support TLS: " + distrusted.getMessage()
                        + "; name the CA certificates to trust with --tls-ca FILE";
                moveToEnd(url);
            } catch (IOException unreachable) {
                problem = url + " does not respond: " + unreachable.getClass().getSimpleName()
                        + Optional.ofNullable(unreachable.getMessage())
                                .map(text -> " (" + text + ")")
                                .orElse("");
                moveToEnd(url);
            }
            if (System.nanoTime() - until >= 0) {
                throw new ConnectionException(call.method() + " " + call.path() + ": no leader responded within "
                        + timeout.toMillis() + " ms; " + problem);
            }
            TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(pause / 2, pause));
            pause = Math.min(2 * pause, LONGEST_PAUSE.toNanos());
        }
    }

    private ControllerReply sendOnce(String url, Call call) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + call.path()))
                .timeout(call.timeout())
                .header("Content-Type", "application/json")
                .method(call.method(), call.body().map(BodyPublishers::ofString).orElse(BodyPublishers.noBody()));
        call.headers().forEach(request::header);
        authorization.get().ifPresent(value -> request.header("Authorization", value));
        HttpResponse<String> response = exchange(request.build(), call.timeout().plus(bodyTimeout(call)));
        return new ControllerReply(response.statusCode(), object(response.body()), url);
    }

    /** Returns the time for the rest of a response: after both, enough is left for another node. */
    private static Duration bodyTimeout(Call call) {
        Duration half = call.timeout().dividedBy(2);
        return half.compareTo(LONGEST_BODY) < 0 ? half : LONGEST_BODY;
    }

    /**
     * Sends a request and receives the whole response.
     *
     * @param limit for all of it, because the request's own timeout ends with the headers: a node that freezes or
     *     disappears inside the body would keep its client for ever
     */
    private HttpResponse<String> exchange(HttpRequest request, Duration limit)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<String>> exchange =
                http.sendAsync(request, headers -> new LimitedBody(LARGEST_BODY));
        try {
            return exchange.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new HttpTimeoutException("the response stopped after its headers");
        } catch (ExecutionException failed) {
            throw asIOException(failed);
        } finally {
            exchange.cancel(true);
        }
    }

    /** Returns the failure; a wrapped one keeps its type and message, which the error of the command shows. */
    private static IOException asIOException(ExecutionException failed) {
        Throwable cause = failed.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException known ? known : new IOException(failed.getMessage(), failed);
    }

    private static Map<String, @Nullable Object> object(String text) throws IOException {
        try {
            return text.isBlank() ? Map.of() : Json.parseObject(text, REPLY);
        } catch (JsonException foreign) {
            throw new IOException("the response is not from a controller: " + foreign.getMessage(), foreign);
        }
    }

    private synchronized String first() {
        return nodes.get(0);
    }

    /** Tries the leader first from now on. Returns false if no other node is named. */
    private synchronized boolean follow(String url, Optional<String> leaderUrl) {
        Optional<String> leader = leaderUrl.map(ControllerClient::checked).filter(other -> !other.equals(url));
        if (leader.isEmpty()) {
            moveToEnd(url);
            return false;
        }
        nodes.remove(leader.get());
        nodes.add(0, leader.get());
        if (nodes.size() > MAX_KNOWN) {
            nodes.remove(nodes.size() - 1);
        }
        return true;
    }

    private synchronized void moveToEnd(String url) {
        if (nodes.size() > 1 && nodes.remove(url)) {
            nodes.add(url);
        }
    }
}
