package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ByteReader;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A random number that one process uses while it runs, in hexadecimal digits. */
record Nonce(String hex) {
    static final int LENGTH = 16;

    static Nonce random() {
        byte[] bytes = new byte[LENGTH];
        new SecureRandom().nextBytes(bytes);
        return new Nonce(HexFormat.of().formatHex(bytes));
    }

    static Nonce read(ByteReader in) {
        return new Nonce(HexFormat.of().formatHex(in.octets(LENGTH)));
    }

    byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
