package dev.baton.quorum.wire;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.PeerMessage;
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
        MessageCodec.write(envelope.message(), out);
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
            envelopes.add(new Envelope(from, to, election, incarnation, config, MessageCodec.read(in, from)));
        }
        return envelopes;
    }

    /** Returns the name if it is one of an election, or of the group's own election. */
    static String checkedElection(String name) {
        return name.equals(MemberNode.GROUP) ? name : ByteReader.checkedName(name);
    }
}
