package dev.baton.quorum.mqtt;

import static org.awaitility.Awaitility.await;

import dev.baton.quorum.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrokerConnectionTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test // QUORUM-8
    void connectionClosedWithoutBrokerDoesNotReturnWithIt() {
        try (Mosquitto broker = new Mosquitto()) {
            try (BrokerConnection closing = connection(broker, "closing")) {
                await().atMost(SOON).until(closing::isConnected);
                broker.stop();
                await().atMost(SOON).until(() -> !closing.isConnected());
            }
            broker.restart();
            try (BrokerConnection another = connection(broker, "another")) {
                await().atMost(SOON).until(another::isConnected);
                // Longer than the longest pause between two attempts to reconnect.
                await().atMost(SOON).during(Duration.ofMillis(1500)).until(() -> isDisconnected(broker, "closing"));
            }
        }
    }

    private static BrokerConnection connection(Mosquitto broker, String name) {
        BrokerAddress address = new BrokerAddress("127.0.0.1", broker.port(), false);
        BrokerConnection connection = new BrokerConnection(
                new BrokerAccess(address, Optional.empty(), Optional.empty(), TlsFiles.NONE),
                name,
                "wills",
                new byte[] {1},
                List.of("frames/" + name));
        connection.open();
        return connection;
    }

    /** Returns whether the client is disconnected. A pending attempt may succeed, but is ended at once. */
    private static boolean isDisconnected(Mosquitto broker, String name) throws IOException {
        String log = Files.readString(broker.directory().resolve("log"));
        return log.lastIndexOf("as " + name) <= log.lastIndexOf("Client " + name);
    }
}
