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
 * Serves the metrics of a connection's elections for Prometheus, on the loopback address. The classes for it are loaded
 * only if a port is given.
 */
final class MetricsEndpoint implements Closeable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final BatonMetrics metrics;
    private final HttpServer server;

    private MetricsEndpoint(Baton baton, int port) {
        server = bind(port);
        metrics = new BatonMetrics(baton);
        metrics.bindTo(registry);
        server.createContext("/metrics", exchange -> respond(exchange, registry.scrape()));
        server.start();
    }

    /** Serves {@code /metrics} until closed. Does nothing without a port. */
    static Closeable serve(Baton baton, Optional<Integer> port) {
        if (port.isEmpty()) {
            return () -> {};
        }
        if (port.get() < 1 || port.get() > 65535) {
            throw new UsageException("--metrics-port " + port.get() + " is not a port: use 1 to 65535");
        }
        return new MetricsEndpoint(baton, port.get());
    }

    private static HttpServer bind(int port) {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException unavailable) {
            throw new UsageException(
                    "--metrics-port " + port + ": cannot listen on this port: " + unavailable.getMessage());
        }
    }

    private static void respond(HttpExchange exchange, String text) throws IOException {
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
