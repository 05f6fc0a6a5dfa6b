package dev.baton.etcd;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Passes the requests to etcd one by one, after a test has seen them. A watch stays open, and silent, when etcd has ended
 * it, as after a connection that was lost without a sign.
 */
final class EtcdRelay implements AutoCloseable {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;
    private final String etcd;
    private final Script script;

    /** What a test does with a request before it is passed on. */
    interface Script {
        /** Returns whether the request is passed on; otherwise its connection is closed without an answer. */
        boolean passes(Held request) throws Exception;
    }

    /** A request that has not arrived at etcd yet. */
    final class Held {
        private final String path;
        final byte[] body;

        private Held(String path, byte[] body) {
            this.path = path;
            this.body = body;
        }

        private boolean isWatch() {
            return path.equals("/v3/watch");
        }

        /** Delivers the request, and waits for the answer, which nobody else receives. */
        void deliver() throws IOException, InterruptedException {
            try (InputStream answer = send().body()) {
                answer.readAllBytes();
            }
        }

        private HttpResponse<InputStream> send() throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create(etcd + path))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        }
    }

    EtcdRelay(int port, Script script) throws IOException {
        this.etcd = "http://127.0.0.1:" + port;
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Held request = new Held(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestBody().readAllBytes());
            if (!script.passes(request)) {
                return;
            }
            HttpResponse<InputStream> response = request.send();
            exchange.sendResponseHeaders(response.statusCode(), 0);
            try (InputStream answer = response.body()) {
                copy(answer, exchange.getResponseBody());
            } catch (IOException ended) {
                if (!request.isWatch()) {
                    throw ended;
                }
            }
            if (request.isWatch()) {
                closed.await();
            }
        } catch (IOException ended) {
            throw ended;
        } catch (Exception failed) {
            throw new IOException(failed);
        }
    }

    /** Copies each part when it arrives: a watch sends its events when they happen. */
    private static void copy(InputStream answer, OutputStream to) throws IOException {
        byte[] part = new byte[8192];
        for (int length = answer.read(part); length >= 0; length = answer.read(part)) {
            to.write(part, 0, length);
            to.flush();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
