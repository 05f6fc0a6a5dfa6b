package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection that the server closes after a response is announced as closed, so that no client uses it again. */
class KeepAliveTest {
    private static final int LONG_MILLIS = 30_000;

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();

    /** A connection to a node. */
    private static final class Connection implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader reader;

        Connection(TestNode node) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
            socket.setSoTimeout(LONG_MILLIS);
            reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** Returns the head of a response, after reading its body; empty if the connection has ended. */
        String response(boolean hasBody) throws IOException {
            StringBuilder head = new StringBuilder();
            int length = 0;
            for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
                head.append(line.toLowerCase(Locale.ROOT)).append('\n');
                if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            for (int i = 0; hasBody && i < length; i++) {
                reader.read();
            }
            return head.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** Sends a request. If its response announces no end of the connection, the next request must be answered. */
    private void check(TestNode node, String request, String rest) throws IOException {
        try (Connection connection = new Connection(node)) {
            connection.send(request);
            // The server may have responded before it receives the rest.
            connection.send(rest);
            String response = connection.response(!request.startsWith("HEAD"));
            if (response.contains("\nconnection: close")) {
                return;
            }
            String next;
            try {
                connection.send("GET /role HTTP/1.1\r\nHost: localhost\r\n\r\n");
                next = connection.response(true);
            } catch (IOException closed) {
                next = closed.toString();
            }
            if (!next.startsWith("http/1.1 200")) {
                problems.add(request + rest + " -> " + response + " -> " + next);
            }
        }
    }

    @Test // NODE-4
    void connectionThatIsNotAnnouncedAsClosedIsKept() throws IOException {
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            node.lead();
            String host = " HTTP/1.1\r\nHost: localhost\r\n";
            String foreign = " HTTP/1.1\r\nHost: foreign.example\r\n";
            String body = "{\"name\":\"j\"}";
            String length = "Content-Length: " + body.length() + "\r\n\r\n";
            for (String path : List.of(
                    "/v1/jobs",
                    "/v1/jobs/%00",
                    "/v1/jobs/%2e%2e%2f",
                    "/v1/jobs/..%2Fetc",
                    "/v1/jobs/.",
                    "/v1/jobs/%20",
                    "/v1/jobs/",
                    "/nowhere",
                    "/v1/jobs/%zz",
                    "/v1/leases/%F0%9F%98%80/renew",
                    "/v1/jobs/%25s",
                    "/v1/jobs/" + "y".repeat(2000) + "/cancel",
                    "/v1/jobs/?/cancel",
                    "/v1/jobs//cancel")) {
                for (String method : List.of("GET", "HEAD", "OPTIONS", "DELETE")) {
                    check(node, method + " " + path + host + "\r\n", "");
                }
                for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
                    check(node, method + " " + path + host + length + body, "");
                    check(node, method + " " + path + host + length + "{", body.substring(1));
                    check(node, method + " " + path + foreign + length + body, "");
                    check(node, method + " " + path + foreign + length + "{", body.substring(1));
                }
            }
            assertThat(problems).isEmpty();
        }
    }
}
