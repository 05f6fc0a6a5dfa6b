package dev.baton.testkit.quorum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of one file: what processes read, and what a machine that loses power would have kept of it.
 *
 * <p>A write is in the cache at once, so that it survives the end of its process. It is durable after a successful {@link
 * #force}. Until then, a loss of power keeps, loses or tears every write for itself, so that they reach the disk in any
 * order.
 */
final class SimFile {
    private byte[] cache = new byte[0];
    private byte[] durable = new byte[0];
    /** Whether the file itself is durable. */
    private boolean created;

    private final List<Write> unsynced = new ArrayList<>();
    /** What the last successful {@link #force} has overwritten. */
    private List<Write> overwritten = new ArrayList<>();

    private static final class Write {
        final int at;
        final byte[] bytes;
        /** Whether a failed force has taken the write for durable, so that a later one does not repeat it. */
        boolean forgotten;

        Write(int at, byte[] bytes) {
            this.at = at;
            this.bytes = bytes;
        }

        /** Takes over the bytes of a later write at the same place, if this one was forgotten. */
        void coverWith(Write later) {
            int from = Math.max(at, later.at);
            int to = Math.min(at + bytes.length, later.at + later.bytes.length);
            if (forgotten && from < to) {
                System.arraycopy(later.bytes, from - later.at, bytes, from - at, to - from);
            }
        }
    }

    int size() {
        return cache.length;
    }

    byte[] read() {
        return cache.clone();
    }

    void write(int at, byte[] bytes, int length) {
        byte[] part = Arrays.copyOf(bytes, length);
        cache = put(cache, at, part);
        unsynced.removeIf(earlier -> earlier.at == at && earlier.bytes.length == length);
        unsynced.add(new Write(at, part));
    }

    private static byte[] put(byte[] content, int at, byte[] bytes) {
        byte[] longer = content.length < at + bytes.length ? Arrays.copyOf(content, at + bytes.length) : content;
        System.arraycopy(bytes, 0, longer, at, bytes.length);
        return longer;
    }

    void force() {
        overwritten = new ArrayList<>();
        for (Write write : unsynced) {
            if (!write.forgotten) {
                overwritten.add(0, new Write(write.at, part(write.at, write.bytes.length)));
                durable = put(durable, write.at, write.bytes);
                unsynced.forEach(other -> other.coverWith(write));
            }
        }
        created = true;
        unsynced.removeIf(write -> !write.forgotten);
    }

    private byte[] part(int at, int length) {
        byte[] part = new byte[length];
        if (at < durable.length) {
            System.arraycopy(durable, at, part, 0, Math.min(length, durable.length - at));
        }
        return part;
    }

    /** Fails to make writes durable. As with real kernels, a later success says nothing about them. */
    void failToForce() {
        unsynced.forEach(write -> write.forgotten = true);
    }

    /** Takes back the last write that was made durable, although that was confirmed. */
    void revert() {
        for (Write before : overwritten) {
            cache = put(cache, before.at, before.bytes);
            durable = put(durable, before.at, before.bytes);
        }
        overwritten = new ArrayList<>();
        unsynced.clear();
    }

    /** Loses the cache with the machine. Returns whether the file still exists. */
    boolean losePower(SeededRandom random) {
        for (Write write : unsynced) {
            int length = switch (random.below(3)) {
                case 0 -> 0;
                case 1 -> write.bytes.length;
                default -> random.below(write.bytes.length + 1);
            };
            durable = put(durable, write.at, Arrays.copyOf(write.bytes, length));
        }
        unsynced.clear();
        overwritten = new ArrayList<>();
        cache = durable.clone();
        created |= random.oneIn(2);
        return created;
    }

    /** Flips a bit. */
    void damage(int at, int bit) {
        if (at < cache.length) {
            cache[at] ^= (byte) (1 << bit);
            durable = cache.clone();
        }
    }

    /** Returns a durable copy. */
    SimFile copy() {
        SimFile copy = new SimFile();
        copy.cache = cache.clone();
        copy.durable = cache.clone();
        copy.created = true;
        return copy;
    }
}
