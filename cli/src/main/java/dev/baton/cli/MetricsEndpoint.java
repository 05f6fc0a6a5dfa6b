package dev.baton.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.Candidate;
import dev.baton.spi.Backend;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A candidate's metrics as Prometheus reads them, on the loopback address. */
final class MetricsEndpoint {

    private MetricsEndpoint() {}

    /** Serves {@code /metrics} until closed; does nothing without a port. */
    static Closeable serve(Candidate candidate, Backend backend, Optional<Integer> port) throws IOException {
        if (port.isEmpty()) {
            return () -> {};
        }
        if (port.get() < 1 || port.get() > 65535) {
            throw new UsageException("--metrics-port " + port.get() + " is not a port: 1 to 65535");
        }
        CandidateMetrics metrics = new CandidateMetrics(candidate, backend);
        HttpServer server = bound(port.get());
        server.createContext("/metrics", exchange -> answer(exchange, metrics.text()));
        server.start();
        return () -> server.stop(0);
    }

    private static HttpServer bound(int port) {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException taken) {
            throw new UsageException("--metrics-port " + port + " cannot be listened on: " + taken.getMessage());
        }
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
