package dev.baton.file;

import dev.baton.file.record.ClaimOwner;
import dev.baton.spi.StatusJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * A claim of this process, with the line it wrote last: as long as the file says just that, the claim is
 * ours, and confirming it means changing the time in place.
 */
final class HeldClaim {
    private static final byte[] KEY = "\"claimed_at\":\"".getBytes(StandardCharsets.US_ASCII);

    private final FileContender contender;
    private final long epoch;
    private final ClaimOwner owner;
    private byte[] line;
    private int keyAt;

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

    synchronized boolean isExactly(byte[] bytes) {
        return Arrays.equals(line, bytes);
    }

    synchronized void wrote(byte[] written) {
        line = written;
    }

    /** The line with another time in it; every time has the same length. */
    synchronized byte[] stamped(Instant at) {
        byte[] stamped = line.clone();
        byte[] time = StatusJson.time(at).getBytes(StandardCharsets.US_ASCII);
        if (!isKeyAt(stamped, keyAt)) {
            keyAt = indexOfKey(stamped);
        }
        System.arraycopy(time, 0, stamped, keyAt + KEY.length, time.length);
        return stamped;
    }

    private static int indexOfKey(byte[] line) {
        for (int at = 0; at < line.length; at++) {
            if (isKeyAt(line, at)) {
                return at;
            }
        }
        throw new IllegalStateException("a record of ours without claimed_at");
    }

    private static boolean isKeyAt(byte[] line, int at) {
        return at + KEY.length <= line.length && Arrays.equals(line, at, at + KEY.length, KEY, 0, KEY.length);
    }
}
