package dev.baton.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.TestConsole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many clients the event stream has room for. */
class StreamLimitTest {
    /** The request for the stream. */
    static final String STREAM = "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

    private static final int LIMIT = StreamSlots.MAX_CLIENTS_OF_ADDRESS;

    @Test // FILE-12
    void clientsOfOneAddressDoNotKeepOthersFromTheStream() throws IOException {
        try (TestConsole console = TestConsole.onFileStore()) {
            List<Socket> streams = new ArrayList<>();
            for (int i = 0; i < LIMIT; i++) {
                Socket stream = connect(console, 1);
                streams.add(stream);
                assertThat(status(stream)).contains(" 200 ");
            }
            try (Socket refused = connect(console, 1);
                    Socket other = connect(console, 2)) {
                assertThat(status(refused)).contains(" 503 ");
                assertThat(status(other)).contains(" 200 ");
            }
            SecurityTest.assertRefusal(console.get("/api/events"), 503, "BUSY");
            assertThat(console.get("/api/events").body())
                    .contains("BUSY", LIMIT + " clients at 127.0.0.1", "/api/changes");
            assertThat(console.get("/api/elections").statusCode()).isEqualTo(200);
            streams.get(0).close();
            console.raw().elections("nightly"); // the server notices the closed connection when it sends something
            TestConsole.await("the place is free again", () -> {
                try (Socket next = connect(console, 1)) {
                    return status(next).contains(" 200 ");
                }
            });
            for (Socket stream : streams) {
                stream.close();
            }
        }
    }

    private static Socket connect(TestConsole console, int host) throws IOException {
        return connect(console, host, STREAM);
    }

    /** Sends a text from a loopback address. */
    static Socket connect(TestConsole console, int host, String text) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(loopback(host), 0));
        socket.connect(new InetSocketAddress(loopback(1), console.port()));
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static InetAddress loopback(int host) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host});
    }

    static String status(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }
}
