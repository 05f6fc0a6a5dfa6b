package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.JsonFields;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The relay over its socket: delivery to subscribers, and malformed input. */
class RelayServerTest {
    private final RelayServer relay;

    RelayServerTest() throws IOException {
        relay = RelayServer.start(0);
    }

    @AfterEach
    void stop() throws IOException {
        relay.close();
    }

    @Test // FILE-1 FILE-13
    void everyInstanceReceivesEveryEventAndEveryAnswer() throws IOException {
        RecordingSubscriber a = new RecordingSubscriber(relay.port(), "agent");
        RecordingSubscriber b = new RecordingSubscriber(relay.port(), "agent");
        RecordingSubscriber otherKey = new RecordingSubscriber(relay.port(), "other");
        try (a;
                b;
                otherKey) {
            a.client().post(new RelayEvent("e1", "hello")).join();
            AgentAction reply = new AgentAction(Surface.DISPATCH, "e1", 1, "x", "hi");
            assertThat(a.client().send(reply).join()).isEqualTo(RelayVerdict.ACCEPTED);
            assertThat(b.client().send(reply).join()).isEqualTo(RelayVerdict.ALREADY_ANSWERED);
            await().untilAsserted(() -> assertThat(b.actions()).containsExactly(reply));
            assertThat(a.actions()).containsExactly(reply);
            assertThat(b.events()).containsExactly(new RelayEvent("e1", "hello"));
            assertThat(otherKey.client().statistics().join().posted()).isZero();
            assertThat(otherKey.events()).isEmpty();
        }
    }

    @ParameterizedTest // FILE-13
    @ValueSource(
            strings = {
                "",
                "hello",
                "[]",
                "{}",
                "{\"type\":\"dance\"}",
                "{\"type\":\"hello\",\"key\":\"agent\"}",
                "{\"type\":\"post\",\"event\":\"e2\"}",
                "{\"type\":\"post\",\"event\":7,\"text\":\"x\"}",
                "{\"type\":\"reply\",\"event\":\"e1\",\"instance\":\"a\",\"text\":\"x\"}",
                "{\"type\":\"reply\",\"event\":\"e1\",\"epoch\":-1,\"instance\":\"a\",\"text\":\"x\"}",
                "{\"type\":\"reply\",\"event\":\"e1\",\"epoch\":1.5,\"instance\":\"a\",\"text\":\"x\"}",
                "{\"type\":\"reply\",\"event\":\"e1\",\"epoch\":9,\"text\":\"x\"}",
                "{\"type\":\"reply\",\"ref\":\"r\",\"event\":\"e1\",\"epoch\":9,\"instance\":\"a\",\"text\":\"x\"}",
            })
    void malformedInputIsRejectedWithAnErrorAndChangesNothing(String line) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
                JsonLineChannel channel = new JsonLineChannel(socket);
                RecordingSubscriber subscriber = new RecordingSubscriber(relay.port(), "agent")) {
            subscriber.client().post(new RelayEvent("e1", "hello")).join();
            RelayStatistics before = subscriber.client().statistics().join();
            write(socket, "{\"type\":\"hello\",\"key\":\"agent\"}");
            assertThat(next(channel).text("type")).isEqualTo("welcome");
            write(socket, line);
            assertThat(next(channel).text("type")).isEqualTo("error");
            assertThat(subscriber.client().statistics().join()).isEqualTo(before);
        }
    }

    @Test // FILE-13
    void overlongLineIsSkippedAndTheConnectionContinues() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
                JsonLineChannel channel = new JsonLineChannel(socket)) {
            write(socket, "x".repeat(1_000_000));
            assertThat(next(channel).text("message")).contains("65536 bytes");
            write(socket, "{\"type\":\"tally\"}");
            assertThat(next(channel).text("message")).contains("hello with the key");
            write(socket, "{\"type\":\"hello\",\"key\":\"../agent\"}");
            assertThat(next(channel).text("message")).contains("key");
            write(socket, "{\"type\":\"hello\",\"key\":\"agent\"}");
            assertThat(next(channel).text("type")).isEqualTo("welcome");
        }
    }

    private static void write(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static JsonFields next(JsonLineChannel channel) throws IOException {
        return channel.read().orElseThrow();
    }
}
