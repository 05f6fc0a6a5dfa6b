package dev.baton.node.channel;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One end of the channel. Sending never fails: a peer that has ended is noticed by the end of its output. */
public final class ControlChannel {
    private static final String VERB = "say";

    private final BufferedReader in;
    private final OutputStream out;

    public ControlChannel(InputStream in, OutputStream out) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
    }

    public synchronized void send(ChannelMessage message) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put(VERB, message.verb());
        line.putAll(message.object());
        try {
            out.write((Json.write(line) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException ended) {
            // The reader notices.
        }
    }

    /** Waits for the next message; empty at the end. Skips other lines, such as output of a library. */
    public Optional<ChannelMessage> receive() {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Optional<ChannelMessage> message = parse(line);
                if (message.isPresent()) {
                    return message;
                }
            }
        } catch (IOException ended) {
            // Same as end of file.
        }
        return Optional.empty();
    }

    /** Passes on all messages until the end. */
    public void forEach(Consumer<ChannelMessage> handler) {
        for (Optional<ChannelMessage> message = receive(); message.isPresent(); message = receive()) {
            handler.accept(message.get());
        }
    }

    private static Optional<ChannelMessage> parse(String line) {
        try {
            Map<String, @Nullable Object> object = new LinkedHashMap<>(Json.parseObject(line));
            return object.remove(VERB) instanceof String verb
                    ? Optional.of(new ChannelMessage(verb, object))
                    : Optional.empty();
        } catch (JsonException notAMessage) {
            return Optional.empty();
        }
    }
}
