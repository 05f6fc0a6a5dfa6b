package dev.baton.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.Baton;
import dev.baton.micrometer.BatonMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The metrics of a connection's elections as Prometheus reads them, on the loopback address. Classes that make them
 * are loaded only when somebody asked for a port.
 */
final class MetricsEndpoint implements Closeable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final BatonMetrics metrics;
    private final HttpServer server;

    private MetricsEndpoint(Baton baton, int port) {
        server = bound(port);
        metrics = new BatonMetrics(baton);
        metrics.bindTo(registry);
        server.createContext("/metrics", exchange -> answer(exchange, registry.scrape()));
        server.start();
    }

    /** Serves {@code /metrics} until closed; does nothing without a port. */
    static Closeable serve(Baton baton, Optional<Integer> port) {
        if (port.isEmpty()) {
            return () -> {};
        }
        if (port.get() < 1 || port.get() > 65535) {
            throw new UsageException("--metrics-port " + port.get() + " is not a port: 1 to 65535");
        }
        return new MetricsEndpoint(baton, port.get());
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

    @Override
    public void close() {
        server.stop(0);
        metrics.close();
        registry.close();
    }
}
