package dev.baton.kubernetes.api;

import com.sun.net.httpserver.HttpServer;
import dev.baton.testkit.kubernetes.KubeTestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** An API server that answers every request as a test says, and records what it received. */
public final class ScriptedApiServer implements AutoCloseable {
    private final HttpServer server;
    private final List<Received> requests = new CopyOnWriteArrayList<>();

    /**
     * A request.
     *
     * @param target its path and query
     * @param number how many requests there were, with this one
     */
    public record Received(String method, String target, String authorization, String body, int number) {}

    /** An answer. */
    public record Reply(int code, String body, Map<String, String> headers) {
        public static Reply of(int code, String body) {
            return new Reply(code, body, Map.of());
        }
    }

    public ScriptedApiServer(Function<Received, Reply> script) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String received = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Received request = new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                            .orElse(""),
                    received,
                    requests.size() + 1);
            requests.add(request);
            Reply reply = script.apply(request);
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.code(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Received> requests() {
        return requests;
    }

    KubeApi open(Path kubeconfig, Duration timeout) {
        return KubeApi.open(
                new KubeConnection(Optional.of(kubeconfig.toString()), Optional.empty(), Optional.empty()), timeout);
    }

    KubeApi open(Duration timeout) {
        return open(KubeTestServer.write(kubeconfig("secret")), timeout);
    }

    public String kubeconfig(String token) {
        return KubeTestServer.text("server: " + address(), token);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
