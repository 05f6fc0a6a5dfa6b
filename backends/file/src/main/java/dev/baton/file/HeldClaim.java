package dev.baton.file;

import dev.baton.file.record.ClaimOwner;
import dev.baton.spi.StatusJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A claim held by this process. While the file contains exactly the last line that this process wrote, the claim is
 * valid, and a renewal only rewrites the time. Thread-safe.
 */
record HeldClaim(FileContender contender, ClaimOwner owner, long epoch, AtomicReference<byte[]> lastLine) {
    private static final String KEY = "\"claimed_at\":\"";

    boolean matches(byte[] bytes) {
        return Arrays.equals(lastLine.get(), bytes);
    }

    /** Returns the last line with another time. All times have the same length. */
    byte[] stamped(Instant at) {
        byte[] stamped = Objects.requireNonNull(lastLine.get()).clone();
        byte[] time = StatusJson.time(at).getBytes(StandardCharsets.US_ASCII);
        int keyAt = new String(stamped, StandardCharsets.ISO_8859_1).indexOf(KEY);
        System.arraycopy(time, 0, stamped, keyAt + KEY.length(), time.length);
        return stamped;
    }
}
