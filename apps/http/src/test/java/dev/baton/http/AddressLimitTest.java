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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AddressLimitTest {
    private final Semaphore arrived = new Semaphore(0);
    private final CountDownLatch end = new CountDownLatch(1);
    private Javalin server;

    @BeforeEach
    void start() throws BindException {
        server = HttpServers.start("127.0.0.1", 0, new BodyLoader(100, request -> true), config -> {
            config.jetty.modifyServer(jetty -> jetty.insertHandler(new AddressLimit(
                    2, request -> !request.getHttpURI().getPath().equals("/free"))));
            config.routes.get("/free", ctx -> ctx.result("free"));
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
    void refusesFurtherRequestsOfAnAddressOnly() throws Exception {
        try (Socket one = send(1, "/slow");
                Socket two = send(1, "/slow")) {
            assertThat(arrived.tryAcquire(2, 30, TimeUnit.SECONDS)).isTrue();
            assertThat(status(1, "/missing")).contains(" 503 ");
            assertThat(status(1, "/free")).contains(" 200 ");
            assertThat(status(2, "/missing")).contains(" 404 ");
            end.countDown();
            assertThat(status(one)).contains(" 200 ");
            assertThat(status(two)).contains(" 200 ");
        }
        awaitRoom();
    }

    @Test // FILE-12
    void everyRequestGivesItsPlaceBack() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(status(1, "/failed")).containsAnyOf(" 500 ", " 503 ");
            assertThat(status(1, "/missing")).containsAnyOf(" 404 ", " 503 ");
        }
        awaitRoom();
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
                .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
