package dev.baton.quorum;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.wire.ClientChannel;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client whose connection ends while it has requests. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GroupClientTest {

    /** Answers every request with its id; or fails at the first one, as if there were no memory left. */
    private static final class TestChannel implements ClientChannel {
        private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
        private final boolean failing;
        private final Runnable whenClosed;
        private final CountDownLatch received = new CountDownLatch(1);
        private final CountDownLatch mayAnswer;

        TestChannel(boolean failing, Runnable whenClosed, CountDownLatch mayAnswer) {
            this.failing = failing;
            this.whenClosed = whenClosed;
            this.mayAnswer = mayAnswer;
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
                    received.countDown();
                    mayAnswer.await();
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
        public void close() {
            whenClosed.run();
        }
    }

    @Test
    void requestFailsAndTheNextOneUsesANewConnection() {
        CountDownLatch open = new CountDownLatch(0);
        Iterator<TestChannel> channels = List.of(
                        new TestChannel(true, () -> {}, open), new TestChannel(false, () -> {}, open))
                .iterator();
        try (GroupClient client = new GroupClient(() -> List.of("n1"), (self, member) -> channels.next())) {
            assertThatThrownBy(request(client)::join).hasMessageContaining("OutOfMemoryError");
            assertThat(request(client).join()).isEqualTo("done");
        }
    }

    @Test
    void endOfAConnectionEndsNoRequestOfTheNextOne() {
        CountDownLatch firstHasEnded = new CountDownLatch(1);
        TestChannel second = new TestChannel(false, () -> {}, firstHasEnded);
        AtomicReference<GroupClient> reference = new AtomicReference<>();
        CompletableFuture<CompletableFuture<?>> requestOnSecond = new CompletableFuture<>();
        // The client closes a connection before it ends the requests of that connection.
        Runnable whenFirstIsClosed = () -> {
            requestOnSecond.complete(request(requireNonNull(reference.get())));
            try {
                second.received.await();
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        };
        Iterator<TestChannel> channels = List.of(
                        new TestChannel(true, whenFirstIsClosed, new CountDownLatch(0)), second)
                .iterator();
        try (GroupClient client = new GroupClient(() -> List.of("n1"), (self, member) -> channels.next())) {
            reference.set(client);
            assertThatThrownBy(request(client)::join).hasMessageContaining("OutOfMemoryError");
            firstHasEnded.countDown();
            assertThat(requestOnSecond.join().join()).isEqualTo("done");
        }
    }

    private static CompletableFuture<?> request(GroupClient client) {
        return client.request("elections", Map.of()).toCompletableFuture();
    }
}
