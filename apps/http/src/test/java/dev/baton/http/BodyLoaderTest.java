package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.javalin.Javalin;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BodyLoaderTest {
    private static final int LARGEST = 100;
    private static final int THREADS = 8;
    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<Client> clients = new ArrayList<>();
    private final List<Javalin> servers = new ArrayList<>();
    private int port;

    private BodyLoader start(Duration timeLimit, long largestTotal) throws BindException {
        BodyLoader bodies = new BodyLoader(LARGEST, BodyLoaderTest::isEcho, timeLimit, largestTotal);
        Javalin server = HttpServers.start("127.0.0.1", 0, bodies, config -> {
            config.concurrency.useVirtualThreads = false;
            config.jetty.threadPool = new QueuedThreadPool(THREADS, 4);
            config.routes.post("/echo", ctx -> ctx.result(RequestText.of(ctx)));
            config.routes.post("/unwanted", ctx -> ctx.result("<" + RequestText.of(ctx) + ">"));
            config.routes.get("/alive", ctx -> ctx.result("yes"));
        });
        servers.add(server);
        port = server.port();
        return bodies;
    }

    private static boolean isEcho(Request request) {
        return request.getHttpURI().getPath().equals("/echo");
    }

    @AfterEach
    void stop() throws IOException {
        for (Client client : clients) {
            client.close();
        }
        servers.forEach(Javalin::stop);
    }

    /** A client that sends a request in parts. */
    private final class Client implements AutoCloseable {
        private final Socket socket;

        Client(String head) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout((int) LONG.toMillis());
            clients.add(this);
            send(head + "\r\nHost: localhost\r\n\r\n");
        }

        Client send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return this;
        }

        /** Returns the response up to the end of the connection, or of one of the given texts. */
        String responseUntil(String... ends) throws IOException {
            StringBuilder response = new StringBuilder();
            for (int c = socket.getInputStream().read();
                    c >= 0;
                    c = socket.getInputStream().read()) {
                response.append((char) c);
                if (Stream.of(ends).anyMatch(end -> response.indexOf(end) >= 0)) {
                    break;
                }
            }
            return response.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private Client post(int length) throws IOException {
        return new Client("POST /echo HTTP/1.1\r\nContent-Length: " + length);
    }

    @Test // NODE-4
    void slowBodiesDelayNoOtherRequest() throws IOException {
        start(LONG, 1 << 20);
        List<Client> slow = new ArrayList<>();
        for (int i = 0; i < 5 * THREADS; i++) {
            slow.add(post(3).send("a"));
        }
        assertThat(new Client("GET /alive HTTP/1.1").responseUntil("yes")).startsWith("HTTP/1.1 200");
        for (Client client : slow) {
            client.send("b");
        }
        for (Client client : slow) {
            assertThat(client.send("c").responseUntil("abc")).startsWith("HTTP/1.1 200");
        }
    }

    @Test // NODE-4
    void bodyThatDoesNotArriveInTimeIsRefused() throws IOException {
        start(Duration.ofMillis(100), 1 << 20);
        assertThat(post(3).send("a").responseUntil("}"))
                .startsWith("HTTP/1.1 408")
                .contains("\"error\":\"TIMEOUT\"", "the body took longer than 100 ms or stopped");
        assertThat(post(1).send("a").responseUntil("\r\na")).startsWith("HTTP/1.1 200");
    }

    @Test // NODE-4
    void bodyThatIsCutOffIsRefused() throws IOException {
        start(LONG, 1 << 20);
        Client client = post(3).send("a");
        client.socket.shutdownOutput();
        assertThat(client.responseUntil("}")).startsWith("HTTP/1.1 400").contains("\"error\":\"BAD_REQUEST\"");
    }

    @Test // NODE-4
    void bodyThatIsTooLargeIsRefusedAfterItWasSent() throws IOException {
        start(LONG, 1 << 20);
        String rest = "x".repeat(LARGEST);
        assertThat(post(LARGEST + 1).send("x" + rest).responseUntil("}"))
                .startsWith("HTTP/1.1 413")
                .contains("\"error\":\"TOO_LARGE\"", "the body is larger than 100 bytes");
        Client chunked = new Client("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked");
        chunked.send("64\r\n" + rest + "\r\n").send("1\r\nx\r\n").send("0\r\n\r\n");
        assertThat(chunked.responseUntil("}")).startsWith("HTTP/1.1 413");
    }

    @Test // NODE-4
    void memoryForBodiesIsLimitedAndFreed() throws IOException {
        BodyLoader bodies = start(LONG, 150);
        String part = "x".repeat(90);
        Client first = post(91).send(part);
        await().until(() -> bodies.bytesInMemory() == 90);
        String response = post(90).send(part).responseUntil(part, "}");
        assertThat(response).startsWith("HTTP/1.1 503");
        assertThat(response).contains("\"error\":\"UNAVAILABLE\"");
        assertThat(first.send("y").responseUntil(part + "y")).startsWith("HTTP/1.1 200");
        assertThat(post(100).send("z".repeat(100)).responseUntil("z".repeat(100)))
                .startsWith("HTTP/1.1 200");
    }

    @Test // NODE-5
    void clientReceivesTheResponseAlthoughItsLargeBodyIsNotUsed() throws IOException {
        start(LONG, 1 << 20);
        int length = 8 << 20;
        Client client = new Client("POST /unwanted HTTP/1.1\r\nContent-Length: " + length);
        for (int sent = 0; sent < length; sent += 1 << 16) {
            client.send("x".repeat(1 << 16));
        }
        assertThat(client.responseUntil()).startsWith("HTTP/1.1 200").endsWith("<>");
    }

    @Test // NODE-5
    void bodyThatIsNotWantedIsNotRead() throws IOException {
        start(LONG, 1 << 20);
        assertThat(new Client("POST /unwanted HTTP/1.1\r\nContent-Length: 3")
                        .send("a")
                        .responseUntil("<>"))
                .startsWith("HTTP/1.1 200")
                .contains("Connection: close");
    }
}
