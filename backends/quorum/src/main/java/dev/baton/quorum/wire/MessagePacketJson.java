package dev.baton.quorum.wire;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.MessageKind;
import dev.baton.quorum.step.MessageOutput;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import java.time.Instant;
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
        List<?> messages = envelopes.stream().map(MessagePacketJson::message).toList();
        return Json.write(new JsonObject()
                .with(
                        "config",
                        new JsonObject()
                                .with("term", id.term())
                                .with("version", id.version())
                                .with("checksum", id.checksum()))
                .with("messages", messages));
    }

    static Map<String, @Nullable Object> message(Envelope envelope) {
        Output out = new Output(envelope.election(), new LinkedHashMap<>());
        envelope.message().write(out);
        return out.object;
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
            MalformedMessageException.require(id.term() >= 0 && id.version() >= 0, "config is negative");
            List<?> messages = new JsonFields("packet", packet).list("messages");
            MalformedMessageException.require(messages.size() <= MAX_MESSAGES, "too many messages");
            List<Envelope> envelopes = new ArrayList<>();
            for (Object each : messages) {
                JsonFields message = JsonFields.of("message", each);
                String election = MessagePacket.checkedElection(message.text("election"));
                MessageKind kind = MessageReader.ofTypeName(message.text("type"));
                PeerMessage content = MessageReader.read(kind, new Input(message, from));
                envelopes.add(new Envelope(from, to, election, incarnation, id, content));
            }
            return envelopes;
        } catch (JsonException | ArithmeticException invalid) {
            throw new MalformedMessageException(String.valueOf(invalid.getMessage()));
        }
    }

    /** Writes a message as an object: its type, its election, its fields. */
    private record Output(String election, Map<String, @Nullable Object> object) implements MessageOutput {
        private MessageOutput put(String field, Object value) {
            object.put(field, value);
            return this;
        }

        @Override
        public MessageOutput kind(MessageKind kind) {
            return put("type", kind.typeName).sender("election", election);
        }

        @Override
        public MessageOutput sender(String field, String id) {
            return put(field, id);
        }

        @Override
        public MessageOutput count(String field, long value) {
            return put(field, value);
        }

        @Override
        public MessageOutput signed(String field, long value) {
            return put(field, value);
        }

        @Override
        public MessageOutput fixed(String field, long value) {
            return put(field, value);
        }

        @Override
        public MessageOutput time(String field, long millis) {
            return put(field, Instant.ofEpochMilli(millis).toString());
        }

        @Override
        public MessageOutput uptime(String field, double seconds) {
            return put(field, seconds);
        }

        @Override
        public MessageOutput flag(String field, boolean value) {
            return put(field, value);
        }

        @Override
        public MessageOutput voters(String field, List<Voter> voters) {
            return put(field, voters.stream().map(Output::voter).toList());
        }

        private static Map<String, @Nullable Object> voter(Voter voter) {
            return new JsonObject().with("id", voter.id()).with("store", voter.store());
        }
    }

    private record Input(JsonFields fields, String sender) implements MessageInput {
        @Override
        public String sender(String field) {
            MalformedMessageException.require(
                    fields.text(field).equals(sender), field + " is not the authenticated sender");
            return sender;
        }

        @Override
        public long count(String field) {
            long value = fields.number(field);
            MalformedMessageException.require(value >= 0, field + " is negative");
            return value;
        }

        @Override
        public long signed(String field) {
            return fields.number(field);
        }

        @Override
        public long fixed(String field) {
            return fields.number(field);
        }

        @Override
        public long time(String field) {
            long millis = fields.time(field).toEpochMilli();
            MalformedMessageException.require(millis >= 0, field + " is before 1970");
            return millis;
        }

        @Override
        public double uptime(String field) {
            return MessageInput.checkedUptime(fields.decimal(field));
        }

        @Override
        public boolean flag(String field) {
            return fields.flag(field);
        }

        @Override
        public List<Voter> voters(String field) {
            return fields.list(field).stream().map(Input::voter).toList();
        }

        private static Voter voter(@Nullable Object object) {
            JsonFields voter = JsonFields.of("member", object);
            return new Voter(ByteReader.checkedName(voter.text("id")), voter.number("store"));
        }
    }
}
