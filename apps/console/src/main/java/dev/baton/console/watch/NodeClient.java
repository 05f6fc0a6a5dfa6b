package dev.baton.console.watch;

import dev.baton.http.TokenFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Requests to the API of one node, with a time limit and a limit for the length of an answer. */
final class NodeClient {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_BYTES = 8 << 20;

    /** Shorter than the time for which the page waits for the console. */
    static final Duration WRITE_TIMEOUT = Duration.ofSeconds(5);

    private final String url;
    private final Optional<TokenFile> token;
    private final HttpClient client;

    /**
     * Creates a client.
     *
     * @param tls the TLS context for https; without one, the trust store of the JVM applies
     * @param token the token that the node needs
     */
    NodeClient(String url, Optional<SSLContext> tls, Optional<TokenFile> token) {
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.token = token;
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(READ_TIMEOUT);
        tls.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    String url() {
        return url;
    }

    boolean hasToken() {
        return token.isPresent();
    }

    /** Returns the answer to a read. */
    String get(String path) throws IOException, InterruptedException {
        NodeReply reply = send(request(path, READ_TIMEOUT).GET(), path);
        if (reply.status() == 401) {
            throw new IOException("the node needs a token for reads (see --node-token-file)");
        }
        if (reply.status() != 200) {
            throw new IOException("the response to " + path + " has status " + reply.status());
        }
        return reply.body();
    }

    /** Sends a write with a JSON body. If it fails, the write may or may not have happened. */
    NodeReply write(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path, WRITE_TIMEOUT).header("Content-Type", "application/json");
        return send(request.method(method, BodyPublishers.ofString(body)), path);
    }

    private HttpRequest.Builder request(String path, Duration timeout) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(timeout).header("Accept", "application/json");
        token.ifPresent(current -> request.header("Authorization", current.header()));
        return request;
    }

    private NodeReply send(HttpRequest.Builder request, String path) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("the response to " + path + " is longer than " + MAX_BYTES + " bytes");
            }
            return new NodeReply(response.statusCode(), new String(bytes, StandardCharsets.UTF_8));
        }
    }
}
