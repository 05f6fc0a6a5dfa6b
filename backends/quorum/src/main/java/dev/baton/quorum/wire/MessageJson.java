package dev.baton.quorum.wire;

import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import dev.baton.support.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON form of a message: its type, its election, its fields. */
final class MessageJson {
    private MessageJson() {}

    static Map<String, @Nullable Object> write(String election, PeerMessage message) {
        Output out = new Output(election, new LinkedHashMap<>());
        message.accept(new MessageFields(out));
        return out.object;
    }

    static PeerMessage read(JsonFields in, String sender) {
        return MessageKind.ofTypeName(in.text("type")).read(new Input(in, sender));
    }

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
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("id", voter.id());
            object.put("store", voter.store());
            return object;
        }
    }

    private record Input(JsonFields fields, String sender) implements MessageInput {
        @Override
        public String sender(String field) {
            if (!fields.text(field).equals(sender)) {
                throw new MalformedMessageException(field + " is not the authenticated sender");
            }
            return sender;
        }

        @Override
        public long count(String field) {
            long value = fields.number(field);
            if (value < 0) {
                throw new MalformedMessageException(field + " is negative");
            }
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
