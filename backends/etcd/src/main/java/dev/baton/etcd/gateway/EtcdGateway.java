package dev.baton.etcd.gateway;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the members of one etcd cluster. Blocks the caller up to the time limit. Thread-safe.
 *
 * <p>A request without an answer makes the next one go to the next member. Only requests that may be applied twice are
 * repeated by themselves.
 */
public final class EtcdGateway {
    private final GatewaySettings settings;
    private final HttpClient http;
    private final AtomicInteger member = new AtomicInteger();
    private volatile @Nullable String token;

    public EtcdGateway(GatewaySettings settings) {
        this.settings = settings;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.timeout());
        settings.tls().ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    /** Applies a transaction once. A failure without a refusal leaves open whether it was applied. */
    public Transaction.Result apply(Transaction transaction) {
        // A write without an answer costs more than a late one: it must be read back before anything else happens.
        return Transaction.Result.of(
                post("/v3/kv/txn", transaction.json(), settings.timeout().multipliedBy(2)));
    }

    /** Reads, and repeats the request at another member if one does not answer. */
    public Transaction.Result read(Operation... reads) {
        return Transaction.Result.of(
                repeatable("/v3/kv/txn", Transaction.reading(reads).json()));
    }

    /** Checks conditions without a write. */
    public Transaction.Result check(Transaction transaction) {
        return Transaction.Result.of(repeatable("/v3/kv/txn", transaction.json()));
    }

    /** Grants a lease; the answer has {@code ID} and {@code TTL} in seconds. */
    public Answer grant(long seconds) {
        return post("/v3/lease/grant", Map.of("TTL", seconds), settings.timeout());
    }

    /** Renews a lease once; the answer has {@code TTL}, or 0 if there is no such lease. */
    public KeptAlive keepAlive(long lease) {
        Answer result = repeatable("/v3/lease/keepalive", Map.of("ID", Long.toString(lease)))
                .child("result");
        return new KeptAlive(result.number("TTL"), result.term());
    }

    /** Revokes a lease, with all its keys. */
    public void revoke(long lease, Duration timeout) {
        post("/v3/lease/revoke", Map.of("ID", Long.toString(lease)), timeout);
    }

    /** Returns the status of the member that answers. */
    public Answer status() {
        return repeatable("/v3/maintenance/status", Map.of());
    }

    /**
     * The answer to a keep-alive.
     *
     * @param ttl the seconds until the lease expires; 0 if it does not exist
     * @param term the term of the leader that answered, who may have been replaced
     */
    public record KeptAlive(long ttl, long term) {}

    /** Opens a stream of events from a revision on; closing the stream ends it. */
    InputStream watch(KeyRange keys, long fromRevision) {
        Map<String, Object> create = keys.json();
        create.put("start_revision", Long.toString(fromRevision));
        URI endpoint = endpoint();
        try {
            HttpRequest request = request(endpoint, "/v3/watch", Map.of("create_request", create));
            HttpResponse<InputStream> response =
                    await(http.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream()), settings.timeout());
            if (response.statusCode() != 200) {
                try (InputStream body = response.body()) {
                    throw refused(
                            endpoint, response.statusCode(), new String(body.readNBytes(4096), StandardCharsets.UTF_8));
                }
            }
            return response.body();
        } catch (IOException failed) {
            rotate(endpoint);
            throw noAnswer(endpoint, failed);
        } catch (EtcdException refused) {
            forgetLogin(refused);
            throw refused;
        }
    }

    /** Asks the members in turn. A silent one gets half of the time that is left, so that the next one can answer. */
    private Answer repeatable(String path, Map<String, ?> body) {
        long deadline = System.nanoTime() + settings.timeout().toNanos();
        int attempts = settings.endpoints().size() + 1;
        EtcdException last = new EtcdException("etcd did not answer", 0);
        for (int attempt = 1; attempt <= attempts; attempt++) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            boolean alone = settings.endpoints().size() == 1 || attempt == attempts;
            try {
                return post(path, body, Duration.ofNanos(alone ? left : left / 2));
            } catch (EtcdException failed) {
                if (failed.isRefusal()) {
                    throw failed;
                }
                last = failed;
            }
        }
        throw last;
    }

    private Answer post(String path, Map<String, ?> body, Duration timeout) {
        try {
            return send(path, body, timeout);
        } catch (EtcdException refused) {
            // A refusal for an outdated login applied nothing.
            if (forgetLogin(refused)) {
                return send(path, body, timeout);
            }
            throw refused;
        }
    }

    private boolean forgetLogin(EtcdException refused) {
        boolean outdated = settings.login().isPresent() && refused.isLoginOutdated();
        if (outdated) {
            token = null;
        }
        return outdated;
    }

    private Answer send(String path, Map<String, ?> body, Duration timeout) {
        URI endpoint = endpoint();
        try {
            HttpResponse<String> response =
                    await(http.sendAsync(request(endpoint, path, body), HttpResponse.BodyHandlers.ofString()), timeout);
            if (response.statusCode() != 200) {
                throw refused(endpoint, response.statusCode(), response.body());
            }
            return answer(endpoint, response.body());
        } catch (IOException failed) {
            rotate(endpoint);
            throw noAnswer(endpoint, failed);
        }
    }

    private static Answer answer(URI endpoint, String body) {
        try {
            return new Answer(Json.parseObject(body));
        } catch (JsonException malformed) {
            throw new EtcdException(endpoint + " sent a malformed answer", malformed);
        }
    }

    private HttpRequest request(URI endpoint, String path, Map<String, ?> body) throws IOException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(endpoint.resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)));
        if (settings.login().isPresent()) {
            builder.header("Authorization", token(endpoint, settings.login().get()));
        }
        return builder.build();
    }

    private String token(URI endpoint, EtcdLogin login) throws IOException {
        String known = token;
        if (known != null) {
            return known;
        }
        HttpRequest request = HttpRequest.newBuilder(endpoint.resolve("/v3/auth/authenticate"))
                .POST(HttpRequest.BodyPublishers.ofString(
                        Json.write(Map.of("name", login.user(), "password", login.password()))))
                .build();
        HttpResponse<String> response =
                await(http.sendAsync(request, HttpResponse.BodyHandlers.ofString()), settings.timeout());
        if (response.statusCode() != 200) {
            throw refused(endpoint, response.statusCode(), response.body());
        }
        String fresh = answer(endpoint, response.body()).text("token");
        token = fresh;
        return fresh;
    }

    private static <T> T await(CompletableFuture<T> exchange, Duration timeout) throws IOException {
        try {
            return exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            exchange.cancel(true);
            throw new IOException("no answer within " + timeout.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted");
        } catch (ExecutionException failed) {
            Throwable cause = Optional.ofNullable(failed.getCause()).orElse(failed);
            throw new IOException(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
        }
    }

    private URI endpoint() {
        return settings.endpoints()
                .get(Math.floorMod(member.get(), settings.endpoints().size()));
    }

    /** Uses the next member, unless another thread did so already. */
    private void rotate(URI failed) {
        int at = member.get();
        if (endpoint().equals(failed)) {
            member.compareAndSet(at, at + 1);
        }
    }

    private static EtcdException refused(URI endpoint, int status, String body) {
        Answer answer;
        try {
            answer = new Answer(Json.parseObject(body));
        } catch (JsonException notJson) {
            return new EtcdException(endpoint + " answered with HTTP status " + status, 0);
        }
        int code = (int) answer.number("code");
        // A member without a leader, or one that shuts down, may have applied the request.
        boolean open = code == 14 || code == 4 || code == 2 || code == 1;
        String text = answer.text("error").isEmpty() ? answer.text("message") : answer.text("error");
        return new EtcdException(endpoint + " refused the request: " + text, open ? 0 : code);
    }

    private static EtcdException noAnswer(URI endpoint, IOException failed) {
        return new EtcdException(endpoint + " did not answer: " + failed.getMessage(), failed);
    }
}
