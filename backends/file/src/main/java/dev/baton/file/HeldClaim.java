package dev.baton.file;

import dev.baton.file.record.ClaimOwner;
import dev.baton.spi.StatusJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * A claim held by this process, with the last line that it wrote. While the file contains exactly that line, the claim
 * is valid, and a renewal only rewrites the time. Thread-safe.
 */
final class HeldClaim {
    private static final String KEY = "\"claimed_at\":\"";

    private final FileContender contender;
    private final long epoch;
    private final ClaimOwner owner;
    private byte[] line;

    HeldClaim(FileContender contender, ClaimOwner owner, long epoch, byte[] line) {
        this.contender = contender;
        this.owner = owner;
        this.epoch = epoch;
        this.line = line;
    }

    FileContender contender() {
        return contender;
    }

    ClaimOwner owner() {
        return owner;
    }

    long epoch() {
        return epoch;
    }

    synchronized boolean matches(byte[] bytes) {
        return Arrays.equals(line, bytes);
    }

    synchronized void written(byte[] newLine) {
        line = newLine;
    }

    /** Returns the line with another time. All times have the same length. */
    synchronized byte[] stamped(Instant at) {
        byte[] stamped = line.clone();
        byte[] time = StatusJson.time(at).getBytes(StandardCharsets.US_ASCII);
        int keyAt = new String(stamped, StandardCharsets.ISO_8859_1).indexOf(KEY);
        System.arraycopy(time, 0, stamped, keyAt + KEY.length(), time.length);
        return stamped;
    }
}
