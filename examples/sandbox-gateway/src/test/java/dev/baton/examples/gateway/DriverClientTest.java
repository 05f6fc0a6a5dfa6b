package dev.baton.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.baton.reconcile.ResourceDriver;
import dev.baton.reconcile.ResourceSighting;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The watch of the client over a stream that stays open and silent. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class DriverClientTest {

    @Test // LEASE-8
    void interruptEndsOpenWatch() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch reported = new CountDownLatch(1);
        CompletableFuture<Exception> outcome = new CompletableFuture<>();
        HttpServer server = silentAfterFirstLine(ended);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            DriverClient client =
                    new DriverClient("http://127.0.0.1:" + server.getAddress().getPort(), "a");
            thread.execute(() -> {
                try {
                    client.watch(new Completion(reported));
                } catch (Exception thrown) {
                    outcome.complete(thrown);
                }
            });
            reported.await();
            thread.shutdownNow();
            assertThat(outcome.join()).isInstanceOf(InterruptedException.class);
        } finally {
            ended.countDown();
            server.stop(0);
        }
    }

    @Test // LEASE-8
    void unreachableDriverIsNamedWithTheReason() throws Exception {
        HttpServer closed = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String url = "http://127.0.0.1:" + closed.getAddress().getPort();
        closed.start();
        closed.stop(0);
        DriverClient client = new DriverClient(url, "a");
        assertThatThrownBy(() -> client.create("one", "true"))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("the driver at " + url + " did not answer: ", "Repeat the request")
                .message()
                .doesNotContain("null");
        assertThatThrownBy(() -> client.get("one")).hasMessageContaining(url);
        assertThat(JsonHttpServer.message(new IllegalStateException())).isEqualTo("IllegalStateException");
        assertThat(JsonHttpServer.message(new IOException(null, new IOException("the cause"))))
                .isEqualTo("the cause");
    }

    private static HttpServer silentAfterFirstLine(CountDownLatch ended) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/watch", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            out.write("{\"event\":\"complete\"}\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            try {
                ended.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();
        return server;
    }

    /** Counts the first complete report of the watch. */
    private record Completion(CountDownLatch reported) implements ResourceDriver.Stream<String> {
        @Override
        public void seen(String id, ResourceSighting<String> sighting) {}

        @Override
        public void gone(String id) {}

        @Override
        public void complete() {
            reported.countDown();
        }

        @Override
        public void platform(String what) {}
    }
}
