package dev.baton.node.client;

import dev.baton.ConnectionException;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Asks controllers. Thread-safe. */
public final class ControllerClient {
    private static final Duration CONNECT = Duration.ofSeconds(2);

    /** A node that takes longer is frozen or cut off, and another one may lead by now. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

    private static final Duration SHORTEST_ANSWER = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final int MOST_KNOWN = 16;
    private static final int MOST_HOPS = 2;

    private final HttpClient http;
    private final Optional<String> authorization;
    private final List<String> known = new ArrayList<>();

    /**
     * A client that knows these nodes.
     *
     * @param authorization the header that shows the token, where one is needed
     */
    public ControllerClient(List<String> urls, Optional<String> authorization) {
        this(urls, authorization, Optional.empty());
    }

    /** The same, that believes only the certificates of {@link TrustedCertificates}, where they are given. */
    public ControllerClient(List<String> urls, Optional<String> authorization, Optional<SSLContext> trusted) {
        this.authorization = authorization;
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1);
        trusted.ifPresent(builder::sslContext);
        this.http = builder.build();
        urls.forEach(url -> known.add(plain(url)));
        if (known.isEmpty()) {
            throw new IllegalArgumentException("a client has to know the URL of one node at least");
        }
    }

    private static String plain(String url) {
        URI uri = URI.create(url);
        if (uri.getHost() == null || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
            throw new IllegalArgumentException(url + " is not the URL of a node, such as http://127.0.0.1:8081");
        }
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** A question to whoever answers first; for reads. */
    public ControllerReply read(String path, Duration patience) throws InterruptedException {
        return ask("GET", path, Optional.empty(), Map.of(), answer(patience), patience, false);
    }

    /** A question to one node and no other. */
    public ControllerReply readFrom(String url, String path) throws IOException, InterruptedException {
        return once(plain(url), "GET", path, Optional.empty(), Map.of(), LONGEST_ANSWER);
    }

    /**
     * A write. It is sent again, for as long as the patience lasts, when nobody led, nobody answered, or the store did
     * not: so it has to be one that takes effect once.
     *
     * @throws ConnectionException when no leader answered in time; the write may or may not have been applied
     */
    public ControllerReply write(
            String method, String path, Map<String, ?> body, Map<String, String> headers, Duration patience)
            throws InterruptedException {
        return ask(method, path, Optional.of(Json.write(body)), headers, answer(patience), patience, true);
    }

    /** How long one node may take: half the patience at most, so that the rest is enough for another. */
    private static Duration answer(Duration patience) {
        Duration half = patience.dividedBy(2);
        if (half.compareTo(SHORTEST_ANSWER) < 0) {
            return SHORTEST_ANSWER;
        }
        return half.compareTo(LONGEST_ANSWER) < 0 ? half : LONGEST_ANSWER;
    }

    /** A write with an answer that may be long in coming. */
    public ControllerReply writeSlowly(String path, Map<String, ?> body, Duration answer, Duration patience)
            throws InterruptedException {
        return ask("POST", path, Optional.of(Json.write(body)), Map.of(), answer, patience, true);
    }

    private ControllerReply ask(
            String method,
            String path,
            Optional<String> body,
            Map<String, String> headers,
            Duration answer,
            Duration patience,
            boolean leaderOnly)
            throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        Duration pause = FIRST_PAUSE;
        String last = "";
        int hops = 0;
        while (true) {
            String url = first();
            try {
                ControllerReply reply = once(url, method, path, body, headers, answer);
                if (leaderOnly && reply.status() == 409 && reply.error().equals("NOT_LEADER")) {
                    last = "nobody leads, says " + url;
                    // Somebody else leads: no need to wait before asking there, unless they send us in circles.
                    if (follow(url, reply.text("leader_url")) && ++hops <= MOST_HOPS) {
                        continue;
                    }
                    hops = 0;
                } else if (reply.status() == 503) {
                    last = "the store does not answer, says " + url;
                    passOver(url);
                } else {
                    return reply;
                }
            } catch (SSLException distrusted) {
                last = url + " cannot be trusted, or speaks no TLS: " + distrusted.getMessage()
                        + "; --tls-ca FILE names the certificates to believe";
                passOver(url);
            } catch (IOException unreachable) {
                last = url + " does not answer: " + unreachable.getClass().getSimpleName()
                        + Optional.ofNullable(unreachable.getMessage())
                                .map(text -> " (" + text + ")")
                                .orElse("");
                passOver(url);
            }
            if (System.nanoTime() - until >= 0) {
                throw new ConnectionException(
                        method + " " + path + ": no leader answered within " + patience.toMillis() + " ms; " + last);
            }
            TimeUnit.NANOSECONDS.sleep(ThreadLocalRandom.current().nextLong(pause.toNanos() / 2, pause.toNanos()));
            Duration twice = pause.multipliedBy(2);
            pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
        }
    }

    private ControllerReply once(
            String url, String method, String path, Optional<String> body, Map<String, String> headers, Duration answer)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(answer)
                .header("Content-Type", "application/json")
                .method(method, body.map(BodyPublishers::ofString).orElse(BodyPublishers.noBody()));
        headers.forEach(request::header);
        authorization.ifPresent(value -> request.header("Authorization", value));
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        return new ControllerReply(response.statusCode(), object(response.body()), url);
    }

    private static Map<String, @Nullable Object> object(String text) throws IOException {
        try {
            return text.isBlank() ? new LinkedHashMap<>() : Json.parseObject(text);
        } catch (JsonException foreign) {
            throw new IOException("this is no controller: " + foreign.getMessage(), foreign);
        }
    }

    private synchronized String first() {
        return known.get(0);
    }

    /** Asks the leader first from now on; false when that is whom we asked, or nobody. */
    private synchronized boolean follow(String asked, Optional<String> leader) {
        if (leader.isEmpty() || plain(leader.get()).equals(asked)) {
            passOver(asked);
            return false;
        }
        known.remove(plain(leader.get()));
        known.add(0, plain(leader.get()));
        if (known.size() > MOST_KNOWN) {
            known.remove(known.size() - 1);
        }
        return true;
    }

    private synchronized void passOver(String url) {
        if (known.size() > 1 && known.remove(url)) {
            known.add(url);
        }
    }
}
