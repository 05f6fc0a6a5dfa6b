package dev.baton.lab.nemesis;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.fence.EpochDecision;
import dev.baton.fence.EpochFilter;
import dev.baton.fence.EpochMemory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP service on the loopback interface that refuses the requests of former leaders. */
final class EpochSink implements AutoCloseable {
    private static final int THREADS = 4;

    private final EpochFilter filter;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    EpochSink(int elections) throws IOException {
        filter = EpochFilter.ofAny(EpochMemory.ofProcess(elections));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            EpochDecision decision = filter.check(exchange.getRequestHeaders()::getFirst);
            exchange.sendResponseHeaders(
                    decision instanceof EpochDecision.Refused refused ? refused.status() : 200, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
