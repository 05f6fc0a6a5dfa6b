package dev.baton.quorum.wire;

import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import java.util.ArrayList;
import java.util.List;

/** The binary form of a message: its kind, then its fields. The transport has authenticated the sender already. */
final class MessageCodec {
    private MessageCodec() {}

    static void write(PeerMessage message, ByteWriter out) {
        message.accept(new MessageFields(new Output(out)));
    }

    static PeerMessage read(ByteReader in, String sender) {
        return MessageKind.ofCode(in.octet()).read(new Input(in, sender));
    }

    private record Output(ByteWriter bytes) implements MessageOutput {
        @Override
        public MessageOutput kind(MessageKind kind) {
            bytes.octet(kind.code);
            return this;
        }

        @Override
        public MessageOutput sender(String field, String id) {
            return this;
        }

        @Override
        public MessageOutput count(String field, long value) {
            bytes.varint(value);
            return this;
        }

        @Override
        public MessageOutput signed(String field, long value) {
            bytes.signed(value);
            return this;
        }

        @Override
        public MessageOutput fixed(String field, long value) {
            bytes.int8(value);
            return this;
        }

        @Override
        public MessageOutput uptime(String field, double seconds) {
            return fixed(field, Double.doubleToLongBits(seconds));
        }

        @Override
        public MessageOutput flag(String field, boolean value) {
            bytes.flag(value);
            return this;
        }

        @Override
        public MessageOutput voters(String field, List<Voter> voters) {
            bytes.octet(voters.size());
            voters.forEach(voter -> bytes.text(voter.id()).int8(voter.store()));
            return this;
        }
    }

    private record Input(ByteReader bytes, String sender) implements MessageInput {
        @Override
        public String sender(String field) {
            return sender;
        }

        @Override
        public long count(String field) {
            return bytes.count();
        }

        @Override
        public long signed(String field) {
            return bytes.signed();
        }

        @Override
        public long fixed(String field) {
            return bytes.int8();
        }

        @Override
        public double uptime(String field) {
            return MessageInput.checkedUptime(Double.longBitsToDouble(bytes.int8()));
        }

        @Override
        public boolean flag(String field) {
            return bytes.flag();
        }

        @Override
        public List<Voter> voters(String field) {
            int size = bytes.octet();
            if (size > Membership.MAX_MEMBERS) {
                throw new MalformedMessageException("too many members");
            }
            List<Voter> voters = new ArrayList<>();
            for (int left = size; left > 0; left--) {
                voters.add(new Voter(bytes.name(), bytes.int8()));
            }
            return voters;
        }
    }
}
