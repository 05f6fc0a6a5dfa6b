package dev.baton.spi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The two int4 keys of a PostgreSQL advisory lock.
 *
 * <p>A name stands for the first 64 bits of the SHA-256 of its UTF-8 bytes, big-endian, the high half
 * first. This is stable: programs in other languages contend by it.
 */
public record AdvisoryKeys(int key1, int key2) {

    /** The keys of an election's name. */
    public static AdvisoryKeys of(String election) {
        ByteBuffer bits = hash(election);
        return new AdvisoryKeys(bits.getInt(), bits.getInt());
    }

    /**
     * The int8 key that transactions fenced by an election hold in shared mode, and a raise of its epoch
     * exclusively.
     */
    public static long guardOf(String election) {
        return hash("baton.guard:" + election).getLong();
    }

    private static ByteBuffer hash(String text) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
