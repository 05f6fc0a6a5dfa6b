package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.ByteWriter;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/**
 * How a process introduces itself: who it is, and a random number that is its own for as long as it runs.
 *
 * @param client whether it is one that only asks
 * @param nonce 16 bytes
 * @param trace where its process can be looked for
 * @param asks whether its sender does not know yet that it is heard
 * @param echo whose greeting this one answers; proves that this one is not a recorded one
 */
record Greeting(
        boolean client,
        String from,
        long incarnation,
        Nonce nonce,
        MqttProcessTrace trace,
        boolean asks,
        Optional<Echo> echo) {
    private static final byte[] MAGIC = "BTM1".getBytes(StandardCharsets.US_ASCII);
    private static final int CODE = 16;

    /** The greeting that is answered. */
    record Echo(String to, Nonce nonce) {}

    /** Under the key and for this group only. */
    byte[] seal(ClusterKey key, String group, String purpose) {
        ByteWriter out = new ByteWriter()
                .octets(MAGIC)
                .octet(client ? 1 : 0)
                .text(from)
                .int8(incarnation)
                .octets(nonce.bytes());
        trace.write(out);
        out.octet(asks ? 1 : 0).octet(echo.isPresent() ? 1 : 0);
        echo.ifPresent(
                answered -> out.text(answered.to()).octets(answered.nonce().bytes()));
        byte[] body = out.toBytes();
        return out.octets(code(key, group, purpose, body), 0, CODE).toBytes();
    }

    static Greeting open(byte[] sealed, ClusterKey key, String group, String purpose) {
        if (sealed.length < MAGIC.length + CODE) {
            throw new MalformedMessageException("a greeting that is too short");
        }
        int end = sealed.length - CODE;
        byte[] expected = Arrays.copyOf(code(key, group, purpose, Arrays.copyOf(sealed, end)), CODE);
        if (!MessageDigest.isEqual(expected, Arrays.copyOfRange(sealed, end, sealed.length))) {
            throw new MalformedMessageException("a greeting under another key");
        }
        ByteReader in = new ByteReader(sealed, 0, end);
        if (!Arrays.equals(in.octets(MAGIC.length), MAGIC)) {
            throw new MalformedMessageException("no greeting");
        }
        boolean client = in.flag();
        String from = in.name();
        long incarnation = in.int8();
        Nonce nonce = Nonce.read(in);
        MqttProcessTrace trace = MqttProcessTrace.read(in);
        boolean asks = in.flag();
        Optional<Echo> echo = in.flag() ? Optional.of(new Echo(in.name(), Nonce.read(in))) : Optional.empty();
        in.end();
        return new Greeting(client, from, incarnation, nonce, trace, asks, echo);
    }

    private static byte[] code(ClusterKey key, String group, String purpose, byte[] body) {
        return key.derive("mqtt " + purpose + " " + group, body);
    }
}
