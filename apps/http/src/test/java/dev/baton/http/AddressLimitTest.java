package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AddressLimitTest {
    /** More than a connection buffers. */
    private static final int LARGE = 64 << 20;

    private static final byte[] BODY = new byte[LARGE];

    private final Semaphore arrived = new Semaphore(0);
    private final CountDownLatch end = new CountDownLatch(1);
    private Javalin server;

    @BeforeEach
    void start() throws BindException {
        server = HttpServers.start("127.0.0.1", 0, new BodyLoader(100, request -> true), config -> {
            config.jetty.modifyServer(jetty -> jetty.insertHandler(new AddressLimit(2, 3)));
            config.routes.get("/stream", ctx -> {
                AddressLimit.leave(ctx);
                arrived.release();
                end.await();
            });
            config.routes.get("/large", ctx -> ctx.result(BODY));
            config.routes.get("/failed", ctx -> {
                throw new IllegalStateException("for this test");
            });
            config.routes.get("/slow", ctx -> {
                arrived.release();
                end.await();
            });
        });
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop();
    }

    @Test // FILE-12
    void furtherRequestOfAnAddressEndsItsOldestOne() throws Exception {
        try (Socket other = receiving(2);
                Socket one = receiving(1);
                Socket two = receiving(1)) {
            assertThat(status(1, "/missing")).contains(" 404 ");
            assertThat(length(one)).isLessThan(LARGE);
            assertThat(length(two)).isGreaterThan(LARGE);
            assertThat(length(other)).isGreaterThan(LARGE);
        }
    }

    @Test // FILE-12
    void furtherRequestOfAnyAddressEndsTheOldestOneAboveTheTotal() throws Exception {
        try (Socket one = receiving(1);
                Socket two = receiving(2);
                Socket three = receiving(3)) {
            assertThat(status(4, "/missing")).contains(" 404 ");
            assertThat(length(one)).isLessThan(LARGE);
            assertThat(length(two)).isGreaterThan(LARGE);
            assertThat(length(three)).isGreaterThan(LARGE);
        }
    }

    @Test // FILE-12
    void refusesFurtherRequestsOfAnAddressWhoseOldOnesSendNothingYet() throws Exception {
        try (Socket one = sendAndAwait(1, "/slow");
                Socket two = sendAndAwait(1, "/slow");
                Socket three = sendAndAwait(1, "/slow")) {
            assertThat(status(1, "/missing")).contains(" 503 ");
            assertThat(status(2, "/missing")).contains(" 404 ");
            end.countDown();
            for (Socket socket : List.of(one, two, three)) {
                assertThat(status(socket)).contains(" 200 ");
            }
        }
        awaitRoom();
    }

    @Test // FILE-12
    void streamThatHasBegunIsNotCounted() throws Exception {
        try (Socket one = sendAndAwait(1, "/stream");
                Socket two = sendAndAwait(1, "/stream");
                Socket three = sendAndAwait(1, "/stream")) {
            assertThat(status(1, "/missing")).contains(" 404 ");
            end.countDown();
            for (Socket stream : List.of(one, two, three)) {
                assertThat(status(stream)).contains(" 200 ");
            }
        }
    }

    @Test // FILE-12
    void everyRequestGivesItsPlaceBack() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(status(1, "/failed")).containsAnyOf(" 500 ", " 503 ");
            assertThat(status(1, "/missing")).containsAnyOf(" 404 ", " 503 ");
        }
        awaitRoom();
    }

    /** Returns how many bytes the client receives until the connection ends. */
    private static long length(Socket socket) {
        long length = 0;
        byte[] part = new byte[1 << 16];
        try {
            for (int count = 0; count >= 0; count = socket.getInputStream().read(part)) {
                length += count;
            }
        } catch (IOException reset) {
            return length;
        }
        return length;
    }

    /** Returns a client that has received the first byte of a large response. */
    private Socket receiving(int host) throws IOException {
        Socket socket = send(host, "/large");
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    /** Sends a request and waits until its route runs. */
    private Socket sendAndAwait(int host, String path) throws Exception {
        Socket socket = send(host, path);
        assertThat(arrived.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        return socket;
    }

    private void awaitRoom() {
        Awaitility.await("room for a request").until(() -> status(1, "/missing").contains(" 404 "));
    }

    private String status(int host, String path) throws IOException {
        try (Socket socket = send(host, path)) {
            return status(socket);
        }
    }

    private static String status(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }

    private Socket send(int host, String path) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
