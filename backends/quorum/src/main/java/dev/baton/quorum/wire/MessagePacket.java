package dev.baton.quorum.wire;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.PeerMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * What travels at once from one member to another: messages of any number of elections under one list of
 * members. The heartbeats of all elections of a leader are one packet.
 */
public final class MessagePacket {
    /** No packet is longer; a list of members of the largest group with the longest names fits. */
    public static final int LONGEST = 16 * 1024;

    private static final int ROOM = LONGEST - 256;

    private final ConfigId config;
    private final ByteWriter out = new ByteWriter();

    private MessagePacket(ConfigId config) {
        this.config = config;
        out.varint(config.term()).varint(config.version()).int4(config.checksum());
    }

    /** A packet that begins with this message. */
    public static MessagePacket of(Envelope first) {
        MessagePacket packet = new MessagePacket(first.config());
        packet.add(first);
        return packet;
    }

    /** Adds a message to the same receiver; false when it needs a packet of its own. */
    public boolean add(Envelope envelope) {
        if (!envelope.config().equals(config) || out.size() > ROOM) {
            return false;
        }
        if (envelope.message() instanceof PeerMessage.Members && out.size() > 256) {
            return false;
        }
        out.text(envelope.election());
        MessageCodec.write(envelope.message(), out);
        return true;
    }

    public byte[] toBytes() {
        return out.toBytes();
    }

    /** The messages of a packet from an authenticated sender. */
    public static List<Envelope> read(ByteReader in, String from, String to, long incarnation) {
        ConfigId config = new ConfigId(in.count(), in.smallCount(), in.int4());
        List<Envelope> envelopes = new ArrayList<>();
        while (in.hasMore()) {
            String election = election(in);
            envelopes.add(new Envelope(from, to, election, incarnation, config, MessageCodec.read(in, from)));
        }
        return envelopes;
    }

    private static String election(ByteReader in) {
        String election = in.text();
        boolean known = election.equals(MemberNode.GROUP)
                || (!election.startsWith(".") && ByteReader.isOfNameCharacters(election));
        if (!known) {
            throw new MalformedMessageException("no name of an election");
        }
        return election;
    }
}
