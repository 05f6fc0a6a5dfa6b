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
 * Messages between two members as a line of JSON, for those who want to read along:
 * {@code {"config":{…},"messages":[{"type":"Heartbeat","election":…,"term":…,"leader_id":…,"timestamp":…},…]}}.
 *
 * <p>A field that is missing, has another type, or names another sender than the one that was authenticated, rejects
 * the whole line; fields that are not known are ignored.
 */
public final class MessagePacketJson {
    private static final int MOST_MESSAGES = 100;

    private MessagePacketJson() {}

    /** As few lines as the messages fit into; each is about one list of members. */
    public static List<String> write(List<Envelope> envelopes) {
        List<String> lines = new ArrayList<>();
        List<Envelope> together = new ArrayList<>();
        for (Envelope envelope : envelopes) {
            boolean fits = together.isEmpty()
                    || (together.size() < MOST_MESSAGES
                            && together.get(0).config().equals(envelope.config()));
            if (!fits) {
                lines.add(line(together));
                together.clear();
            }
            together.add(envelope);
        }
        if (!together.isEmpty()) {
            lines.add(line(together));
        }
        return lines;
    }

    private static String line(List<Envelope> envelopes) {
        ConfigId config = envelopes.get(0).config();
        Map<String, @Nullable Object> list = new LinkedHashMap<>();
        list.put("term", config.term());
        list.put("version", (long) config.version());
        list.put("checksum", (long) config.checksum());
        List<@Nullable Object> messages = new ArrayList<>();
        envelopes.forEach(envelope -> messages.add(MessageJson.write(envelope.election(), envelope.message())));
        Map<String, @Nullable Object> packet = new LinkedHashMap<>();
        packet.put("config", list);
        packet.put("messages", messages);
        return Json.write(packet);
    }

    /** The messages of an authenticated sender. */
    public static List<Envelope> read(String line, String from, String to, long incarnation) {
        try {
            Map<String, @Nullable Object> packet = Json.parseObject(line);
            JsonFields config = object("config", packet.get("config"));
            ConfigId id = new ConfigId(
                    MessageJson.count(config, "term"),
                    MessageJson.smallCount(config, "version"),
                    Math.toIntExact(config.number("checksum")));
            List<Envelope> envelopes = new ArrayList<>();
            if (!(packet.get("messages") instanceof List<?> messages) || messages.size() > MOST_MESSAGES) {
                throw new MalformedMessageException("no list of messages");
            }
            for (Object each : messages) {
                JsonFields message = object("message", each);
                envelopes.add(new Envelope(
                        from, to, MessageJson.election(message), incarnation, id, MessageJson.read(message, from)));
            }
            return envelopes;
        } catch (JsonException | ArithmeticException | IllegalArgumentException wrong) {
            throw new MalformedMessageException(String.valueOf(wrong.getMessage()));
        }
    }

    @SuppressWarnings("unchecked") // JSON objects have no other keys.
    static JsonFields object(String what, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new MalformedMessageException(what + " is no object");
        }
        return new JsonFields(what, (Map<String, @Nullable Object>) map);
    }
}
