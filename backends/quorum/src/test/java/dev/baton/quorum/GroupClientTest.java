package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.wire.ClientChannel;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client whose connection fails by an error of the JVM. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GroupClientTest {

    /** Answers every request with its id; or fails at the first one, as if there were no memory left. */
    private static final class TestChannel implements ClientChannel {
        private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
        private final boolean failing;

        TestChannel(boolean failing) {
            this.failing = failing;
        }

        @Override
        public void send(String note) {
            sent.add(note);
        }

        @Override
        public void receive(Consumer<String> notes) throws IOException {
            try {
                while (true) {
                    Object id = Json.parseObject(sent.take()).get("id");
                    if (failing) {
                        throw new OutOfMemoryError("test");
                    }
                    notes.accept("{\"answer\":" + id + ",\"value\":\"done\"}");
                }
            } catch (InterruptedException ended) {
                throw new IOException(ended);
            }
        }

        @Override
        public void close() {}
    }

    @Test
    void requestFailsAndTheNextOneUsesANewConnection() {
        AtomicInteger connections = new AtomicInteger();
        try (GroupClient client = new GroupClient(
                () -> List.of("n1"), (self, member) -> new TestChannel(connections.incrementAndGet() == 1))) {
            assertThatThrownBy(() -> client.request("elections", Map.of())
                            .toCompletableFuture()
                            .join())
                    .hasMessageContaining("OutOfMemoryError");
            assertThat(client.request("elections", Map.of())
                            .toCompletableFuture()
                            .join())
                    .isEqualTo("done");
        }
    }
}
