package dev.baton.examples.harness;

import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A connection to a relay for one key. */
final class RelayClient implements ActionSender, AutoCloseable {
    private final JsonLineChannel channel;
    private final AtomicLong refs = new AtomicLong();
    private final Map<Long, CompletableFuture<JsonFields>> pending = new ConcurrentHashMap<>();
    private volatile boolean disconnected;

    private RelayClient(JsonLineChannel channel) {
        this.channel = channel;
    }

    /** Connects, and returns when the relay has added this subscriber: it receives everything from then on. */
    static RelayClient connect(int port, String key) throws IOException {
        JsonLineChannel channel = new JsonLineChannel(new Socket(InetAddress.getLoopbackAddress(), port));
        channel.send(new TreeMap<>(Map.of("type", "hello", "key", key)));
        JsonFields first =
                channel.read().orElseThrow(() -> new IOException("the relay closed the connection before its welcome"));
        if (!first.text("type").equals("welcome")) {
            throw new IOException("the relay refused the connection: "
                    + first.optionalText("message").orElse("no reason given"));
        }
        return new RelayClient(channel);
    }

    /** Passes everything that the relay sends to the subscriber, on a separate thread. */
    void subscribe(RelaySubscriber subscriber) {
        NamedThreads.start("relay-reader", () -> receive(subscriber));
    }

    @Override
    public CompletableFuture<RelayVerdict> send(AgentAction action) {
        return request(action.frame(action.surface().requestType())).thenApply(RelayClient::verdict);
    }

    CompletableFuture<RelayVerdict> post(RelayEvent event) {
        return request(event.frame("post")).thenApply(RelayClient::verdict);
    }

    CompletableFuture<RelayStatistics> statistics() {
        return request(new TreeMap<>(Map.of("type", "tally"))).thenApply(RelayStatistics::read);
    }

    @Override
    public void close() {
        channel.close();
    }

    private CompletableFuture<JsonFields> request(Map<String, Object> frame) {
        long ref = refs.incrementAndGet();
        CompletableFuture<JsonFields> response = new CompletableFuture<>();
        pending.put(ref, response);
        frame.put("ref", ref);
        channel.send(frame);
        if (disconnected) {
            failPending();
        }
        return response;
    }

    private void receive(RelaySubscriber subscriber) {
        try (channel) {
            for (Optional<JsonFields> frame = channel.read(); frame.isPresent(); frame = channel.read()) {
                handle(frame.get(), subscriber);
            }
        } catch (IOException | JsonException broken) {
            // A relay that sends malformed frames counts as disconnected.
        } finally {
            disconnected = true;
            failPending();
            subscriber.onDisconnected();
        }
    }

    private void handle(JsonFields fields, RelaySubscriber subscriber) {
        String type = fields.text("type");
        Optional<Surface> surface = Surface.ofBroadcast(type);
        if (surface.isPresent()) {
            subscriber.onAction(AgentAction.read(surface.get(), fields));
        } else if (type.equals("event")) {
            subscriber.onEvent(RelayEvent.read(fields));
        } else {
            Optional.ofNullable(pending.remove(fields.number("ref", 0))).ifPresent(request -> request.complete(fields));
        }
    }

    private void failPending() {
        pending.values()
                .forEach(request -> request.completeExceptionally(new IOException("the relay has disconnected")));
        pending.clear();
    }

    private static RelayVerdict verdict(JsonFields fields) {
        return RelayVerdict.valueOf(fields.text("verdict"));
    }
}
