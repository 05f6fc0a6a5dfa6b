package dev.baton.node.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The secret that writers show. It is compared in constant time and printed nowhere. */
public final class BearerToken {
    private final byte[] secret;

    private BearerToken(byte[] secret) {
        this.secret = secret;
    }

    /**
     * The token in a file, without the white space around it.
     *
     * @throws IllegalArgumentException when there is none in it
     */
    public static BearerToken in(Path file) {
        try {
            String text = Files.readString(file).strip();
            if (text.isEmpty() || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
                throw new IllegalArgumentException(
                        "the token file " + file + " has to hold one line of visible ASCII characters");
            }
            return new BearerToken(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the token file " + file + " cannot be read", unreadable);
        }
    }

    /** One that nobody else can know. */
    public static BearerToken random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return new BearerToken(HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII));
    }

    /** The header that shows it. */
    public String header() {
        return "Bearer " + new String(secret, StandardCharsets.US_ASCII);
    }

    boolean isShownBy(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return false;
        }
        byte[] shown = authorization.substring(7).strip().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(secret, shown);
    }
}
