package dev.baton.examples.harness;

import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.text.Names;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The relay's end of one connection. A malformed message is rejected with an error and changes nothing. */
final class RelayConnection implements Runnable {
    private final JsonLineChannel channel;
    private final Function<String, RelayTopic> topics;
    private Optional<RelayTopic> joined = Optional.empty();

    RelayConnection(JsonLineChannel channel, Function<String, RelayTopic> topics) {
        this.channel = channel;
        this.topics = topics;
    }

    @Override
    public void run() {
        try (channel) {
            while (handleNext()) {}
        } catch (IOException disconnected) {
            // The process at the other end was killed.
        } finally {
            joined.ifPresent(topic -> topic.leave(channel));
        }
    }

    private boolean handleNext() throws IOException {
        try {
            Optional<JsonFields> frame = channel.read();
            frame.ifPresent(this::handle);
            return frame.isPresent();
        } catch (JsonException | IllegalArgumentException malformed) {
            channel.send(new TreeMap<>(Map.of("type", "error", "message", String.valueOf(malformed.getMessage()))));
            return true;
        }
    }

    private void handle(JsonFields fields) {
        String type = fields.text("type");
        if (type.equals("hello")) {
            join(Names.check("key", fields.text("key")));
            return;
        }
        RelayTopic topic = joined.orElseThrow(() -> new JsonException("the first frame must be a hello with the key"));
        long ref = fields.number("ref", 0);
        Optional<Surface> surface = Surface.ofRequest(type);
        if (surface.isPresent()) {
            respond(ref, topic.submit(AgentAction.read(surface.get(), fields)));
        } else if (type.equals("post")) {
            respond(ref, topic.post(RelayEvent.read(fields)));
        } else if (type.equals("tally")) {
            Map<String, Object> frame = topic.statistics().frame();
            frame.put("ref", ref);
            channel.send(frame);
        } else {
            throw new JsonException("unknown frame type \"" + type + "\"");
        }
    }

    private void join(String key) {
        if (joined.isPresent()) {
            throw new JsonException("hello was already sent on this connection");
        }
        RelayTopic topic = topics.apply(key);
        topic.join(channel);
        joined = Optional.of(topic);
    }

    private void respond(long ref, RelayVerdict verdict) {
        channel.send(new TreeMap<>(Map.of("type", "verdict", "ref", ref, "verdict", verdict.name())));
    }
}
