package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ByteWriter;
import dev.baton.quorum.wire.ClusterKey;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * How both sides prove that they have the key, over both hellos: the one that was connected to proves it first.
 */
final class TcpHandshake {
    /** The longest hello, its length included. */
    static final int LONGEST_HELLO = 600;

    /** The length of a proof. */
    static final int PROOF = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final ClusterKey key;
    private final byte[] transcript;
    private final boolean dialled;

    /** @param dialled whether this side has connected */
    TcpHandshake(ClusterKey key, byte[] dialledHello, byte[] listeningHello, boolean dialled) {
        this.key = key;
        this.dialled = dialled;
        this.transcript = new ByteWriter()
                .octet(dialledHello.length)
                .octet(dialledHello.length >>> 8)
                .octets(dialledHello)
                .octets(listeningHello)
                .toBytes();
    }

    static HelloMessage hello(boolean client, String from, String to, long incarnation, String address) {
        return new HelloMessage(client, from, to, incarnation, address, RANDOM.nextLong(), RANDOM.nextLong());
    }

    /** This side's proof. */
    byte[] proof() {
        return key.derive(dialled ? "dialled" : "listening", transcript);
    }

    boolean proves(byte[] theirs) {
        return MessageDigest.isEqual(theirs, key.derive(dialled ? "listening" : "dialled", transcript));
    }

    /** Authenticates what this side sends. */
    FrameAuthenticator outgoing() {
        return new FrameAuthenticator(key.derive(dialled ? "from dialled" : "from listening", transcript));
    }

    /** Authenticates what the other side sends. */
    FrameAuthenticator incoming() {
        return new FrameAuthenticator(key.derive(dialled ? "from listening" : "from dialled", transcript));
    }
}
