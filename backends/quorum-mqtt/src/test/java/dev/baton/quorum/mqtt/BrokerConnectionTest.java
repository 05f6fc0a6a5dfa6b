package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerConnectionTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test // QUORUM-8
    void connectionClosedWithoutBrokerDoesNotReturnWithIt() {
        try (Mosquitto broker = new Mosquitto()) {
            String identifier;
            try (BrokerConnection closing = connection(broker, "closing")) {
                identifier = closing.identifier;
                await().atMost(SOON).until(closing::isConnected);
                broker.stop();
                await().atMost(SOON).until(() -> !closing.isConnected());
            }
            broker.restart();
            try (BrokerConnection another = connection(broker, "another")) {
                await().atMost(SOON).until(another::isConnected);
                // Longer than the longest pause between two attempts to reconnect.
                await().atMost(SOON).during(Duration.ofMillis(1500)).until(() -> isDisconnected(broker, identifier));
            }
        }
    }

    @Test // QUORUM-8, QUORUM-12
    void brokerIsToldToSendNoMessageThatIsLongerThanOfAMember() throws IOException {
        try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                BrokerConnection connection = connection(broker.getLocalPort(), "limited");
                Socket accepted = broker.accept()) {
            byte[] request = new byte[512];
            int length = accepted.getInputStream().read(request);
            String hex = HexFormat.of().formatHex(request, 0, length);
            // Property 0x27 of MQTT 5, Maximum Packet Size: 70,000.
            assertThat(hex).contains("2700011170");
            assertThat(connection.isConnected()).isFalse();
        }
    }

    @Test // QUORUM-12
    void queueIsBoundedInMessagesAndBytesAndKeepsChangesOfTheConnection() {
        BrokerEventQueue queue = new BrokerEventQueue();
        for (int i = 0; i < BrokerEventQueue.MAX_BYTES / 50_000 + 10; i++) {
            queue.addMessage("large", new byte[50_000]);
        }
        assertThat(queue.takeDropped()).isPositive();
        List<String> received = new ArrayList<>();
        queue.add(BrokerEvents::disconnected);
        drain(queue, received);
        assertThat(received).hasSize(BrokerEventQueue.MAX_BYTES / 50_000 + 1).endsWith("disconnected");
        for (int i = 0; i < BrokerEventQueue.MAX_MESSAGES + 10; i++) {
            queue.addMessage("small", new byte[1]);
        }
        assertThat(queue.takeDropped()).isEqualTo(10);
        received.clear();
        drain(queue, received);
        assertThat(received).hasSize(BrokerEventQueue.MAX_MESSAGES);
    }

    private static void drain(BrokerEventQueue queue, List<String> received) {
        BrokerEvents receiver = new BrokerEvents() {
            @Override
            public void connected(Nonce connection) {
                received.add("connected");
            }

            @Override
            public void disconnected() {
                received.add("disconnected");
            }

            @Override
            public void published(String topic, byte[] payload) {
                received.add(topic);
            }
        };
        for (var next = queue.next(0); next != null; next = queue.next(0)) {
            next.accept(receiver);
        }
    }

    @Test // QUORUM-8
    void errorWithoutMessageIsNamed() {
        assertThat(BrokerConnection.reason(new IOException(new ClosedChannelException())))
                .isEqualTo("ClosedChannelException");
    }

    private static BrokerConnection connection(Mosquitto broker, String name) {
        return connection(broker.port(), name);
    }

    private static BrokerConnection connection(int port, String name) {
        BrokerConnection connection = new BrokerConnection(
                BrokerAccess.open(new BrokerAddress("127.0.0.1", port, false)),
                new BrokerConnection.ConnectionPlan(
                        List.of("frames/" + name), "wills/" + name, number -> new byte[] {1}, 0));
        connection.open();
        return connection;
    }

    /** Returns whether the client is disconnected. A pending attempt may succeed, but is ended at once. */
    private static boolean isDisconnected(Mosquitto broker, String name) throws IOException {
        String log = Files.readString(broker.directory().resolve("log"));
        return log.lastIndexOf("as " + name) <= log.lastIndexOf("Client " + name);
    }
}
