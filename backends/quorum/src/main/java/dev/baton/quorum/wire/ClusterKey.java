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

/** The secret that the members of a group share. It is never logged. */
public final class ClusterKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MIN_BYTES = 16;
    private static final int MAX_BYTES = 4096;

    private final byte[] secret;

    private ClusterKey(byte[] secret) {
        this.secret = secret;
    }

    /** Creates a key from these bytes. */
    public static ClusterKey of(byte[] secret) {
        if (secret.length < MIN_BYTES) {
            throw new IllegalArgumentException("the cluster key has " + secret.length + " bytes; the minimum is "
                    + MIN_BYTES + "; create one with: head -c 32 /dev/urandom | base64 > key");
        }
        return new ClusterKey(secret.clone());
    }

    /** Reads the key from a file, without white space at its end. */
    public static ClusterKey in(Path file) {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException("key file " + file + " is longer than " + MAX_BYTES + " bytes");
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("cannot read key file " + file + " (" + unreadable.getMessage()
                    + "); create one with: head -c 32 /dev/urandom | base64 > " + file);
        }
        int end = bytes.length;
        while (end > 0 && Character.isWhitespace(bytes[end - 1])) {
            end--;
        }
        return of(Arrays.copyOf(bytes, end));
    }

    /** Derives a key for one purpose and context. */
    public byte[] derive(String purpose, byte[] context) {
        Mac mac = mac(secret);
        mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
        mac.update((byte) 0);
        return mac.doFinal(context);
    }

    /** Returns a message authentication code under the given key. */
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
