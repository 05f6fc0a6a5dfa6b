package dev.baton.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The secret that a client sends with a write. It is compared in constant time and never printed. */
public final class BearerToken implements TokenCheck {
    private static final String SCHEME = "Bearer ";

    private final byte[] secret;

    private BearerToken(byte[] secret) {
        this.secret = secret;
    }

    /**
     * Reads the token from a file and strips the white space around it.
     *
     * @throws IllegalArgumentException if the file does not contain exactly one token
     */
    public static BearerToken in(Path file) {
        return in(file, 1);
    }

    /** Reads a token of at least a given length, as {@link #in(Path)}. */
    static BearerToken in(Path file, int shortest) {
        try {
            String text = Files.readString(file).strip();
            if (text.isEmpty() || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
                throw new IllegalArgumentException(
                        "the token file " + file + " must contain one line of visible ASCII characters");
            }
            if (text.length() < shortest) {
                throw new IllegalArgumentException("the token in " + file + " must have at least " + shortest
                        + " characters, but has " + text.length());
            }
            return new BearerToken(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read the token file " + file, unreadable);
        }
    }

    /** Returns a new random token. */
    public static BearerToken random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return new BearerToken(HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the value of the {@code Authorization} header. */
    public String header() {
        return SCHEME + new String(secret, StandardCharsets.US_ASCII);
    }

    /** Returns whether the value of an {@code Authorization} header contains this token. */
    @Override
    public boolean matches(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] sent = authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(secret, sent);
    }
}
