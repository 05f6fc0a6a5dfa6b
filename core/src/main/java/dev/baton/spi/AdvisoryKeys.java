package dev.baton.spi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The two int4 keys of a PostgreSQL advisory lock.
 *
 * <p>The keys of a name are the first 64 bits of the SHA-256 of its UTF-8 bytes, big-endian, the high half first. This
 * never changes, because programs in other languages use the same locks.
 *
 * <pre>{@code
 * AdvisoryKeys keys = AdvisoryKeys.of("nightly-report");
 * String sql = "SELECT pg_try_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")";
 * }</pre>
 *
 * @param key1 the first key
 * @param key2 the second key
 */
public record AdvisoryKeys(int key1, int key2) {

    /** Returns the keys of an election. */
    public static AdvisoryKeys of(String election) {
        ByteBuffer bits = hash(election);
        return new AdvisoryKeys(bits.getInt(), bits.getInt());
    }

    /**
     * Returns the int8 key of the guard of an election. Fenced transactions hold it in shared mode; a transaction that
     * raises the epoch holds it exclusively.
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
