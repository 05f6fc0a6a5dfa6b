package dev.baton.examples.harness;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.text.Names;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The relay's end of one connection. What it cannot read it answers with an error, and nothing changes. */
final class RelayConnection implements Runnable {
    private final JsonLineChannel channel;
    private final Function<String, RelayRoom> rooms;
    private Optional<RelayRoom> joined = Optional.empty();

    RelayConnection(JsonLineChannel channel, Function<String, RelayRoom> rooms) {
        this.channel = channel;
        this.rooms = rooms;
    }

    @Override
    public void run() {
        try (channel) {
            while (takeOne()) {}
        } catch (IOException gone) {
            // A killed process says no goodbye.
        } finally {
            joined.ifPresent(room -> room.leave(channel));
        }
    }

    private boolean takeOne() throws IOException {
        try {
            Optional<String> line = channel.read();
            line.ifPresent(text -> take(new JsonFields("frame", Json.parseObject(text))));
            return line.isPresent();
        } catch (JsonException | IllegalArgumentException bad) {
            channel.send(new TreeMap<>(Map.of("type", "error", "message", String.valueOf(bad.getMessage()))));
            return true;
        }
    }

    private void take(JsonFields fields) {
        String type = fields.text("type");
        if (type.equals("hello")) {
            join(Names.check("key", fields.text("key")));
            return;
        }
        RelayRoom room = joined.orElseThrow(() -> new JsonException("the first frame has to be a hello with the key"));
        long ref = fields.number("ref", 0);
        Optional<Surface> surface = Surface.asking(type);
        if (surface.isPresent()) {
            answer(ref, room.act(AgentAction.read(surface.get(), fields)));
        } else if (type.equals("post")) {
            answer(ref, room.post(RelayEvent.read(fields)));
        } else if (type.equals("tally")) {
            Map<String, Object> frame = room.tally().frame();
            frame.put("ref", ref);
            channel.send(frame);
        } else {
            throw new JsonException("there is no frame of type \"" + type + "\"");
        }
    }

    private void join(String key) {
        if (joined.isPresent()) {
            throw new JsonException("a connection says hello once");
        }
        RelayRoom room = rooms.apply(key);
        room.join(channel);
        joined = Optional.of(room);
    }

    private void answer(long ref, RelayResponse verdict) {
        channel.send(new TreeMap<>(Map.of("type", "verdict", "ref", ref, "verdict", verdict.name())));
    }
}
