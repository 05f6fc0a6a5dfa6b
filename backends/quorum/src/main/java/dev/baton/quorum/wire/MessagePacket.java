package dev.baton.quorum.wire;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.MessageKind;
import dev.baton.quorum.step.MessageOutput;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import java.util.ArrayList;
import java.util.List;

/**
 * The binary form of a packet: messages from one member to another, for any number of elections, under one member
 * list. The heartbeats of all elections of a leader are one packet.
 */
public final class MessagePacket {
    /** The maximum size. The member list of the largest group with the longest names fits. */
    public static final int MAX_BYTES = 16 * 1024;

    /** The size up to which a packet takes another message: no message but a member list is longer than this reserve. */
    private static final int RESERVE = 256;

    private final ConfigId config;
    private final ByteWriter out = new ByteWriter();

    private MessagePacket(ConfigId config) {
        this.config = config;
        out.varint(config.term()).varint(config.version()).int4(config.checksum());
    }

    /** Creates a packet that begins with this message. */
    public static MessagePacket of(Envelope first) {
        MessagePacket packet = new MessagePacket(first.config());
        packet.add(first);
        return packet;
    }

    /** Packs messages to one receiver into as few packets as possible. */
    public static List<byte[]> pack(List<Envelope> envelopes) {
        List<MessagePacket> packets = new ArrayList<>();
        for (Envelope envelope : envelopes) {
            if (packets.isEmpty() || !packets.get(packets.size() - 1).add(envelope)) {
                packets.add(of(envelope));
            }
        }
        return packets.stream().map(MessagePacket::toBytes).toList();
    }

    /** Adds a message to the same receiver. Returns false if it needs another packet. */
    public boolean add(Envelope envelope) {
        boolean full = out.size() > MAX_BYTES - RESERVE
                || (envelope.message() instanceof PeerMessage.Members && out.size() > RESERVE);
        if (full || !envelope.config().equals(config)) {
            return false;
        }
        out.text(envelope.election());
        envelope.message().write(new Output(out));
        return true;
    }

    public byte[] toBytes() {
        return out.toBytes();
    }

    /** Reads the messages of an authenticated sender. */
    public static List<Envelope> read(ByteReader in, String from, String to, long incarnation) {
        ConfigId config = new ConfigId(in.count(), in.smallCount(), in.int4());
        List<Envelope> envelopes = new ArrayList<>();
        while (in.hasMore()) {
            String election = checkedElection(in.text());
            PeerMessage message = MessageReader.read(MessageReader.ofCode(in.octet()), new Input(in, from));
            envelopes.add(new Envelope(from, to, election, incarnation, config, message));
        }
        return envelopes;
    }

    /** Returns the name if it is one of an election, or of the group's own election. */
    static String checkedElection(String name) {
        return name.equals(MemberNode.GROUP) ? name : ByteReader.checkedName(name);
    }

    /** Writes a message as its kind, then its fields. The transport authenticates the sender. */
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
        public MessageOutput time(String field, long millis) {
            return count(field, millis);
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
        public long time(String field) {
            return count(field);
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
            MalformedMessageException.require(size <= Membership.MAX_MEMBERS, "too many members");
            List<Voter> voters = new ArrayList<>();
            for (int left = size; left > 0; left--) {
                voters.add(new Voter(bytes.name(), bytes.int8()));
            }
            return voters;
        }
    }
}
