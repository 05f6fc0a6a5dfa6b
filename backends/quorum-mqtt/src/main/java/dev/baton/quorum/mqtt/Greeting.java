package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.ByteWriter;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.WireFormat;
import dev.baton.support.process.ProcessIdentity;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/**
 * The handshake message of a process: its name, and a random number that it uses while it runs.
 *
 * @param client whether the process is a client and not a member
 * @param nonce the random number of the process
 * @param process the identity of the process, to find out later whether it has ended
 * @param asks whether the sender wants a response, because it does not know yet that it is received
 * @param echo the greeting to which this one responds; it proves that this greeting is not a recorded one
 */
record Greeting(
        boolean client,
        String from,
        long incarnation,
        Nonce nonce,
        ProcessIdentity process,
        boolean asks,
        Optional<Echo> echo) {
    /** The purpose of a greeting; part of the authentication. */
    static final String HELLO = "hello";

    /** The purpose of a will. */
    static final String GONE = "gone";

    private static final int MAGIC = WireFormat.magic('M');
    private static final int CODE = 16;

    /** The sender and the random number of the greeting that is answered. */
    record Echo(String to, Nonce nonce) {}

    /** Returns the bytes with an authentication code for this key, group and purpose. */
    byte[] seal(ClusterKey key, String group, String purpose) {
        ByteWriter out = new ByteWriter()
                .int4(MAGIC)
                .flag(client)
                .text(from)
                .int8(incarnation)
                .octets(nonce.bytes());
        ProcessIdentityCodec.write(process, out);
        out.flag(asks).flag(echo.isPresent());
        echo.ifPresent(
                answered -> out.text(answered.to()).octets(answered.nonce().bytes()));
        return out.octets(code(key, group, purpose, out.toBytes()), CODE).toBytes();
    }

    static Greeting open(byte[] sealed, ClusterKey key, String group, String purpose) {
        MalformedMessageException.require(sealed.length >= CODE, "greeting is too short");
        int end = sealed.length - CODE;
        byte[] expected = Arrays.copyOf(code(key, group, purpose, Arrays.copyOf(sealed, end)), CODE);
        boolean authentic = MessageDigest.isEqual(expected, Arrays.copyOfRange(sealed, end, sealed.length));
        MalformedMessageException.require(authentic, "greeting is not authentic, or made with another key");
        ByteReader in = new ByteReader(sealed, 0, end);
        MalformedMessageException.require(in.int4() == MAGIC, "not a greeting, or one of another version");
        boolean client = in.flag();
        String from = in.name();
        long incarnation = in.int8();
        Nonce nonce = Nonce.read(in);
        ProcessIdentity process = ProcessIdentityCodec.read(in);
        boolean asks = in.flag();
        Optional<Echo> echo = in.flag() ? Optional.of(new Echo(in.name(), Nonce.read(in))) : Optional.empty();
        in.end();
        return new Greeting(client, from, incarnation, nonce, process, asks, echo);
    }

    private static byte[] code(ClusterKey key, String group, String purpose, byte[] body) {
        return key.derive("mqtt " + purpose + " " + group, body);
    }
}
