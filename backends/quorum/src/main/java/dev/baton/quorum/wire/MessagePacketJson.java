package dev.baton.quorum.wire;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a packet, one line that people can read:
 * {@code {"config":{…},"messages":[{"type":"Heartbeat","election":…,"term":…,"leader_id":…,"timestamp":…},…]}}.
 *
 * <p>The whole line is rejected if a field is missing, has the wrong type, or names another sender than the
 * authenticated one. Unknown fields are ignored.
 */
public final class MessagePacketJson {
    private static final int MAX_MESSAGES = 100;

    private MessagePacketJson() {}

    /** Returns the messages in as few lines as possible. All messages of a line have the same member list. */
    public static List<String> write(List<Envelope> envelopes) {
        List<String> lines = new ArrayList<>();
        List<Envelope> batch = new ArrayList<>();
        for (Envelope envelope : envelopes) {
            boolean fits = batch.isEmpty()
                    || (batch.size() < MAX_MESSAGES && batch.get(0).config().equals(envelope.config()));
            if (!fits) {
                lines.add(line(batch));
                batch.clear();
            }
            batch.add(envelope);
        }
        if (!batch.isEmpty()) {
            lines.add(line(batch));
        }
        return lines;
    }

    private static String line(List<Envelope> envelopes) {
        ConfigId id = envelopes.get(0).config();
        Map<String, @Nullable Object> config = new LinkedHashMap<>();
        config.put("term", id.term());
        config.put("version", id.version());
        config.put("checksum", id.checksum());
        Map<String, @Nullable Object> packet = new LinkedHashMap<>();
        packet.put("config", config);
        packet.put(
                "messages",
                envelopes.stream()
                        .map(envelope -> MessageJson.write(envelope.election(), envelope.message()))
                        .toList());
        return Json.write(packet);
    }

    /** Reads the messages of an authenticated sender. */
    public static List<Envelope> read(String line, String from, String to, long incarnation) {
        try {
            Map<String, @Nullable Object> packet = Json.parseObject(line);
            JsonFields config = JsonFields.of("config", packet.get("config"));
            ConfigId id = new ConfigId(
                    config.number("term"),
                    Math.toIntExact(config.number("version")),
                    Math.toIntExact(config.number("checksum")));
            if (id.term() < 0 || id.version() < 0) {
                throw new MalformedMessageException("config is negative");
            }
            List<?> messages = new JsonFields("packet", packet).list("messages");
            if (messages.size() > MAX_MESSAGES) {
                throw new MalformedMessageException("too many messages");
            }
            List<Envelope> envelopes = new ArrayList<>();
            for (Object each : messages) {
                JsonFields message = JsonFields.of("message", each);
                String election = MessagePacket.checkedElection(message.text("election"));
                envelopes.add(new Envelope(from, to, election, incarnation, id, MessageJson.read(message, from)));
            }
            return envelopes;
        } catch (JsonException | ArithmeticException invalid) {
            throw new MalformedMessageException(String.valueOf(invalid.getMessage()));
        }
    }
}
