package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ByteWriter;
import dev.baton.quorum.wire.ClusterKey;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * The proof of each side that it has the cluster key, over both hello messages. The listening side proves first. The
 * strings in {@code derive} are part of the protocol.
 */
final class TcpHandshake {
    /** The maximum size of a hello message, with its length. */
    static final int MAX_HELLO = 600;

    /** The size of a proof. */
    static final int PROOF = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final ClusterKey key;
    private final byte[] transcript;
    private final boolean dialled;

    /** @param dialled whether this side has opened the connection */
    TcpHandshake(ClusterKey key, byte[] diallingHello, byte[] listeningHello, boolean dialled) {
        this.key = key;
        this.dialled = dialled;
        this.transcript = new ByteWriter()
                .octet(diallingHello.length)
                .octet(diallingHello.length >>> 8)
                .octets(diallingHello)
                .octets(listeningHello)
                .toBytes();
    }

    /** Returns a hello message with new random numbers. */
    static HelloMessage hello(boolean client, String from, String to, long incarnation, String address) {
        return new HelloMessage(client, from, to, incarnation, address, RANDOM.nextLong(), RANDOM.nextLong());
    }

    byte[] ownProof() {
        return key.derive(dialled ? "dialled" : "listening", transcript);
    }

    boolean isPeerProof(byte[] proof) {
        return MessageDigest.isEqual(proof, key.derive(dialled ? "listening" : "dialled", transcript));
    }

    /** Returns the authenticator of sent frames. */
    FrameAuthenticator outgoing() {
        return new FrameAuthenticator(key.derive(dialled ? "from dialled" : "from listening", transcript));
    }

    /** Returns the authenticator of received frames. */
    FrameAuthenticator incoming() {
        return new FrameAuthenticator(key.derive(dialled ? "from listening" : "from dialled", transcript));
    }
}
