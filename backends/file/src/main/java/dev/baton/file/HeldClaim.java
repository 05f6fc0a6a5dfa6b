package dev.baton.file;

import dev.baton.file.record.Owner;
import dev.baton.json.FrameJson;
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
    private final Owner owner;
    private byte[] line;

    HeldClaim(FileContender contender, Owner owner, long epoch, byte[] line) {
        this.contender = contender;
        this.owner = owner;
        this.epoch = epoch;
        this.line = line;
    }

    FileContender contender() {
        return contender;
    }

    Owner owner() {
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
        byte[] time = FrameJson.time(at).getBytes(StandardCharsets.US_ASCII);
        int from = indexOfKey(stamped) + KEY.length;
        System.arraycopy(time, 0, stamped, from, time.length);
        return stamped;
    }

    private static int indexOfKey(byte[] line) {
        for (int at = 0; at + KEY.length <= line.length; at++) {
            if (Arrays.equals(line, at, at + KEY.length, KEY, 0, KEY.length)) {
                return at;
            }
        }
        throw new IllegalStateException("a record of ours without claimed_at");
    }
}
