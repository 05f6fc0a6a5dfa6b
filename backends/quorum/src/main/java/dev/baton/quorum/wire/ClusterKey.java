package dev.baton.quorum.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret that members of a group share. It never appears in a log. */
public final class ClusterKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST = 16;
    private static final int LONGEST = 4096;

    private final byte[] secret;

    private ClusterKey(byte[] secret) {
        this.secret = secret;
    }

    /** A key of these bytes. */
    public static ClusterKey of(byte[] secret) {
        if (secret.length < SHORTEST) {
            throw new IllegalArgumentException("a cluster key has at least " + SHORTEST + " bytes, not " + secret.length
                    + "; make one with: head -c 32 /dev/urandom | base64 > key");
        }
        return new ClusterKey(secret.clone());
    }

    /** The key in a file; white space at its end does not count. */
    public static ClusterKey in(Path file) {
        byte[] bytes;
        try {
            if (Files.size(file) > LONGEST) {
                throw new IllegalArgumentException("the key file " + file + " is longer than " + LONGEST + " bytes");
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("the key file " + file + " cannot be read (" + unreadable.getMessage()
                    + "); make one with: head -c 32 /dev/urandom | base64 > " + file);
        }
        int end = bytes.length;
        while (end > 0 && Character.isWhitespace(bytes[end - 1])) {
            end--;
        }
        return of(Arrays.copyOf(bytes, end));
    }

    /** The key that is made from this one for one purpose. */
    public byte[] derive(String purpose, byte[] context) {
        Mac mac = mac(secret);
        mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
        mac.update((byte) 0);
        return mac.doFinal(context);
    }

    /** A computation of authentication codes under a key. */
    public static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }
}
