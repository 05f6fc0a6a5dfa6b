package dev.baton.quorum.stream;

import dev.baton.quorum.wire.ByteWriter;
import dev.baton.quorum.wire.ClusterKey;
import java.security.MessageDigest;

/**
 * The proof of each side that it has the cluster key, over both hello messages. The listening side proves first. The
 * strings in {@code derive} are part of the protocol.
 */
public final class HandshakeProofs {
    /** The maximum size of a hello message, with its length. */
    public static final int MAX_HELLO = 600;

    /** The size of a proof. */
    public static final int PROOF = 32;

    private final ClusterKey key;
    private final byte[] transcript;
    private final boolean dialled;

    /** @param dialled whether this side has opened the stream */
    public HandshakeProofs(ClusterKey key, byte[] diallingHello, byte[] listeningHello, boolean dialled) {
        this.key = key;
        this.dialled = dialled;
        this.transcript = new ByteWriter()
                .octet(diallingHello.length)
                .octet(diallingHello.length >>> 8)
                .octets(diallingHello)
                .octets(listeningHello)
                .toBytes();
    }

    /** Returns what this side sends. */
    public byte[] ownProof() {
        return key.derive(dialled ? "dialled" : "listening", transcript);
    }

    /** Returns whether this is what the other side must send. */
    public boolean isPeerProof(byte[] proof) {
        return MessageDigest.isEqual(proof, key.derive(dialled ? "listening" : "dialled", transcript));
    }

    /** Returns the authenticator of sent frames. */
    public FrameAuthenticator outgoing() {
        return new FrameAuthenticator(key.derive(dialled ? "from dialled" : "from listening", transcript));
    }

    /** Returns the authenticator of received frames. */
    public FrameAuthenticator incoming() {
        return new FrameAuthenticator(key.derive(dialled ? "from listening" : "from dialled", transcript));
    }
}
