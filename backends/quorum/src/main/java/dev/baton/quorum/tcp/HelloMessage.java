package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.ByteWriter;
import dev.baton.quorum.wire.MalformedMessageException;

/**
 * What each side of a new connection says first.
 *
 * @param client whether it only asks and is no member
 * @param to who is meant; empty when any member will do
 * @param address where the sender listens; empty when it does not
 * @param nonce1 half of a number used once; {@code nonce2} is the other half
 */
record HelloMessage(
        boolean client, String from, String to, long incarnation, String address, long nonce1, long nonce2) {
    private static final int MAGIC = 0x42_54_4E_31;

    byte[] toBytes() {
        return new ByteWriter()
                .int4(MAGIC)
                .octet(client ? 1 : 0)
                .text(from)
                .text(to)
                .int8(incarnation)
                .text(address)
                .int8(nonce1)
                .int8(nonce2)
                .toBytes();
    }

    static HelloMessage read(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        if (in.int4() != MAGIC) {
            throw new MalformedMessageException("does not speak this protocol");
        }
        HelloMessage hello =
                new HelloMessage(in.flag(), in.name(), in.text(), in.int8(), in.text(), in.int8(), in.int8());
        in.end();
        return hello;
    }
}
