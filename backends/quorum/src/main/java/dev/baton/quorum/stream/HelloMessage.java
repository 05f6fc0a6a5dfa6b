package dev.baton.quorum.stream;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.ByteWriter;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.WireFormat;

/**
 * The first message of each side of a stream.
 *
 * @param client whether the sender is a client and not a member
 * @param to the member that the sender wants to reach; empty if any
 * @param address where the sender listens; empty if it does not
 * @param nonce1 the first half of a random number for this stream
 * @param nonce2 the second half
 */
public record HelloMessage(
        boolean client, String from, String to, long incarnation, String address, long nonce1, long nonce2) {
    private static final int MAGIC = WireFormat.magic('N');

    /** Returns whether the sender wants to reach this member or any. */
    boolean isFor(String member) {
        return to.isEmpty() || to.equals(member);
    }

    /** Returns this message as bytes. */
    public byte[] toBytes() {
        return new ByteWriter()
                .int4(MAGIC)
                .flag(client)
                .text(from)
                .text(to)
                .int8(incarnation)
                .text(address)
                .int8(nonce1)
                .int8(nonce2)
                .toBytes();
    }

    /** Reads a message that is not authenticated yet. */
    public static HelloMessage read(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        MalformedMessageException.require(in.int4() == MAGIC, "not this protocol, or another version of it");
        HelloMessage hello =
                new HelloMessage(in.flag(), in.name(), in.text(), in.int8(), in.text(), in.int8(), in.int8());
        in.end();
        return hello;
    }
}
