package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.ByteWriter;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.WireFormat;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A message of the handshake between two processes. Its code shows that the sender has the key, but not that the message
 * is new: only an echo of the receiver's own challenge shows that.
 *
 * @param client whether the sender is a client and not a member
 * @param to the receiver; empty for all
 * @param connection the number of the sender's connection to the broker
 * @param asks whether the sender has no session with the receiver
 * @param challenge the number that the receiver must return
 * @param echo the returned number
 * @param introduction the note that introduces a member; empty if there is none
 */
record HandshakeMessage(
        HandshakeKind kind,
        boolean client,
        String from,
        String to,
        long incarnation,
        Nonce connection,
        boolean asks,
        Nonce challenge,
        Nonce echo,
        String introduction) {
    /** The maximum size of a message. */
    static final int MAX_BYTES = 4_096;

    private static final int MAGIC = WireFormat.magic('M', 2);
    private static final int CODE = 16;

    /** Returns the bytes with an authentication code for this key and group. */
    byte[] seal(ClusterKey key, String group) {
        byte[] note = introduction.getBytes(StandardCharsets.UTF_8);
        ByteWriter out = new ByteWriter()
                .int4(MAGIC)
                .octet(kind.number)
                .flag(client)
                .text(from)
                .text(to)
                .int8(incarnation)
                .octets(connection.bytes())
                .flag(asks)
                .octets(challenge.bytes())
                .octets(echo.bytes())
                .varint(note.length)
                .octets(note);
        return out.octets(code(key, group, out.toBytes()), CODE).toBytes();
    }

    static HandshakeMessage open(byte[] sealed, ClusterKey key, String group) {
        MalformedMessageException.require(
                sealed.length > CODE && sealed.length <= MAX_BYTES, "handshake message of a wrong size");
        int end = sealed.length - CODE;
        ByteReader in = new ByteReader(sealed, 0, end);
        MalformedMessageException.require(
                in.int4() == MAGIC,
                "no handshake message, or one of another version: all members need the same version");
        byte[] expected = Arrays.copyOf(code(key, group, Arrays.copyOf(sealed, end)), CODE);
        boolean authentic = MessageDigest.isEqual(expected, Arrays.copyOfRange(sealed, end, sealed.length));
        MalformedMessageException.require(authentic, "handshake message is not authentic, or made with another key");
        HandshakeKind kind = HandshakeKind.of(in.octet());
        boolean client = in.flag();
        String from = in.name();
        String to = in.text();
        long incarnation = in.int8();
        Nonce connection = Nonce.read(in);
        boolean asks = in.flag();
        Nonce challenge = Nonce.read(in);
        Nonce echo = Nonce.read(in);
        String introduction = new String(in.octets(in.smallCount()), StandardCharsets.UTF_8);
        in.end();
        return new HandshakeMessage(
                kind, client, from, to, incarnation, connection, asks, challenge, echo, introduction);
    }

    private static byte[] code(ClusterKey key, String group, byte[] body) {
        return key.derive("mqtt handshake " + group, body);
    }
}
