package dev.baton.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.TestConsole;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clients that do not finish their requests, or do not read the answers. */
class SlowClientTest {
    private static final int STREAM_ADDRESSES = StreamSlots.MAX_CLIENTS / StreamSlots.MAX_CLIENTS_OF_ADDRESS;
    private static final int SLOW_ADDRESSES = 4;
    private static final int CLIENTS_OF_ADDRESS = 32;

    private static final int REQUESTS_OF_CLIENT = 100;

    /** Their answers are larger than what a connection buffers. */
    private static final String REQUESTS =
            "GET /api/elections HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(REQUESTS_OF_CLIENT);

    @Test // FILE-12
    void unfinishedRequestsDoNotStopReads() throws IOException {
        try (TestConsole console = TestConsole.onFileStore();
                Clients clients = new Clients(console)) {
            for (String begin : List.of(
                    "POST /api/elections/nightly/transfer HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
                    "GET /api/elections HTTP/1.1\r\nHo")) {
                for (int i = 0; i < 300; i++) {
                    clients.connect(1, begin);
                }
            }
            assertThat(console.get("/api/elections").statusCode()).isEqualTo(200);
        }
    }

    @Test // FILE-12
    void slowReadersOnManyAddressesDoNotStopReadsThoughTheStreamIsFull() throws IOException {
        try (TestConsole console = TestConsole.onFileStore();
                Clients clients = new Clients(console)) {
            console.raw()
                    .elections(IntStream.range(0, 300).mapToObj(i -> "job-" + i).toArray(String[]::new));
            TestConsole.await(
                    "the elections are known",
                    () -> console.get("/api/elections/job-299").statusCode() == 200);
            for (int i = 0; i < StreamSlots.MAX_CLIENTS; i++) {
                Socket stream = clients.connect(2 + i % STREAM_ADDRESSES, StreamLimitTest.STREAM);
                assertThat(StreamLimitTest.status(stream)).contains(" 200 ");
            }
            for (int i = 0; i < SLOW_ADDRESSES * CLIENTS_OF_ADDRESS; i++) {
                clients.connect(20 + i % SLOW_ADDRESSES, REQUESTS);
            }
            // Requests take turns: after as many reads, the slow clients have no further ones or wait for their
            // buffers.
            for (int i = 0; i < REQUESTS_OF_CLIENT; i++) {
                TestConsole.await(
                        "read " + i + " is answered",
                        () -> console.get("/api/elections/job-299").statusCode() == 200);
            }
        }
    }

    /** Connections from loopback addresses. */
    private static final class Clients implements AutoCloseable {
        private final TestConsole console;
        private final List<Socket> sockets = new ArrayList<>();

        Clients(TestConsole console) {
            this.console = console;
        }

        Socket connect(int host, String text) throws IOException {
            Socket socket = StreamLimitTest.connect(console, host, text);
            sockets.add(socket);
            return socket;
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
