package dev.baton.support.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** SHA-256 digests of texts. */
public final class Sha256 {
    private Sha256() {}

    /** Returns the digest of the UTF-8 form of a text, in Base64. */
    public static String base64(String text) {
        return Base64.getEncoder().encodeToString(digest(text));
    }

    /** Returns the digest of the UTF-8 form of a text, in hexadecimal digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(digest(text));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
