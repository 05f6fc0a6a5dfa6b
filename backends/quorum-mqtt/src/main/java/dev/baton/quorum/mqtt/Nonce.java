package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ByteReader;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A random number in hexadecimal digits: of one connection to the broker, or of one challenge. */
record Nonce(String hex) {
    static final int LENGTH = 16;

    /** The number in messages that need none. */
    static final Nonce NONE = new Nonce("00".repeat(LENGTH));

    private static final SecureRandom RANDOM = new SecureRandom();

    static Nonce random() {
        byte[] bytes = new byte[LENGTH];
        RANDOM.nextBytes(bytes);
        return new Nonce(HexFormat.of().formatHex(bytes));
    }

    static Nonce read(ByteReader in) {
        return new Nonce(HexFormat.of().formatHex(in.octets(LENGTH)));
    }

    byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
