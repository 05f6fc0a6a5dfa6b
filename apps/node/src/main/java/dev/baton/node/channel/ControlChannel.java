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
import org.jspecify.annotations.Nullable;

/** One side of the channel. Saying never fails: a side that is gone is heard of by its end of file. */
public final class ControlChannel {
    private final BufferedReader in;
    private final OutputStream out;

    public ControlChannel(InputStream in, OutputStream out) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
    }

    public synchronized void say(ChannelMessage message) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("say", message.verb());
        line.putAll(message.object());
        try {
            out.write((Json.write(line) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException gone) {
            // Heard of where it is read.
        }
    }

    /** The next message; empty at the end. Lines that are none, such as a library's last words, are passed over. */
    public Optional<ChannelMessage> hear() {
        try {
            String line = in.readLine();
            while (line != null) {
                try {
                    Map<String, @Nullable Object> object = new LinkedHashMap<>(Json.parseObject(line));
                    if (object.remove("say") instanceof String verb) {
                        return Optional.of(new ChannelMessage(verb, object));
                    }
                } catch (JsonException noMessage) {
                    // Passed over.
                }
                line = in.readLine();
            }
            return Optional.empty();
        } catch (IOException cut) {
            return Optional.empty();
        }
    }
}
