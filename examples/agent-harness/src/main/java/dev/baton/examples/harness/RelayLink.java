package dev.baton.examples.harness;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A connection to a relay, under one key. */
final class RelayLink implements ActionOutlet, AutoCloseable {
    private final JsonLineChannel channel;
    private final AtomicLong refs = new AtomicLong();
    private final Map<Long, CompletableFuture<JsonFields>> waiting = new ConcurrentHashMap<>();
    private volatile boolean gone;

    private RelayLink(JsonLineChannel channel) {
        this.channel = channel;
    }

    /** Connects, and returns when the relay has taken it in: everything from then on is heard. */
    static RelayLink connect(int port, String key) throws IOException {
        JsonLineChannel channel = new JsonLineChannel(new Socket(InetAddress.getLoopbackAddress(), port));
        channel.send(new TreeMap<>(Map.of("type", "hello", "key", key)));
        JsonFields first = new JsonFields(
                "frame",
                Json.parseObject(channel.read().orElseThrow(() -> new IOException("the relay hung up at once"))));
        if (!first.text("type").equals("welcome")) {
            throw new IOException(
                    "the relay refused: " + first.optionalText("message").orElse("no reason"));
        }
        return new RelayLink(channel);
    }

    /** Hears the relay from now on, on a thread of its own. */
    void listen(RelayListener ear) {
        Thread reader = new Thread(() -> hear(ear), "relay-ear");
        reader.setDaemon(true);
        reader.start();
    }

    @Override
    public CompletableFuture<RelayResponse> send(AgentAction act) {
        return ask(act.frame(act.surface().asked())).thenApply(RelayLink::verdict);
    }

    CompletableFuture<RelayResponse> post(RelayEvent event) {
        return ask(event.frame("post")).thenApply(RelayLink::verdict);
    }

    CompletableFuture<RelayStatistics> tally() {
        return ask(new TreeMap<>(Map.of("type", "tally"))).thenApply(RelayStatistics::read);
    }

    @Override
    public void close() {
        channel.close();
    }

    private CompletableFuture<JsonFields> ask(Map<String, Object> frame) {
        long ref = refs.incrementAndGet();
        CompletableFuture<JsonFields> answer = new CompletableFuture<>();
        waiting.put(ref, answer);
        frame.put("ref", ref);
        channel.send(frame);
        if (gone) {
            giveUp();
        }
        return answer;
    }

    private void hear(RelayListener ear) {
        try (channel) {
            for (Optional<String> line = channel.read(); line.isPresent(); line = channel.read()) {
                take(new JsonFields("frame", Json.parseObject(line.get())), ear);
            }
        } catch (IOException | JsonException broken) {
            // A relay that cannot be understood is as good as none.
        } finally {
            gone = true;
            giveUp();
            ear.gone();
        }
    }

    private void take(JsonFields fields, RelayListener ear) {
        String type = fields.text("type");
        Optional<Surface> told = Surface.telling(type);
        if (told.isPresent()) {
            ear.acted(AgentAction.read(told.get(), fields));
        } else if (type.equals("event")) {
            ear.posted(RelayEvent.read(fields));
        } else {
            Optional.ofNullable(waiting.remove(fields.number("ref", 0))).ifPresent(ask -> ask.complete(fields));
        }
    }

    private void giveUp() {
        waiting.values().forEach(ask -> ask.completeExceptionally(new IOException("the relay is gone")));
        waiting.clear();
    }

    private static RelayResponse verdict(JsonFields fields) {
        return RelayResponse.valueOf(fields.text("verdict"));
    }
}
