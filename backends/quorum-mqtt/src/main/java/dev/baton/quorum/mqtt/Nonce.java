package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ByteReader;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/** A random number that one process uses while it runs. */
final class Nonce {
    static final int LENGTH = 16;

    private final byte[] bytes;

    private Nonce(byte[] bytes) {
        this.bytes = bytes;
    }

    static Nonce random() {
        byte[] bytes = new byte[LENGTH];
        new SecureRandom().nextBytes(bytes);
        return new Nonce(bytes);
    }

    static Nonce read(ByteReader in) {
        return new Nonce(in.octets(LENGTH));
    }

    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Nonce that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
