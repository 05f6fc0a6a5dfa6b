package dev.baton.support.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Compares start times that were read in different time namespaces. The kernel adds the offset of the reader's time
 * namespace to every start time, and then rounds down to clock ticks.
 */
record TimeNamespaces(Path proc) {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_TICK = NANOS_PER_SECOND / 100;

    /**
     * Returns whether a process can have been recorded with the given start time: by itself as its own namespace shows
     * it, by a process of this namespace, or with the offset taken out.
     *
     * @param shown the start time of the process as this process reads it
     * @throws IOException if the offset of either process is unknown
     */
    boolean mayBeSame(long pid, long shown, long recorded) throws IOException {
        if (recorded == shown) {
            return true;
        }
        long own;
        try {
            own = offset("self", "boottime");
        } catch (NoSuchFileException kernelWithoutTimeNamespaces) {
            return false;
        }
        requireOwnOffset();
        return mayBeSame(shown, recorded, own, offset(Long.toString(pid), "boottime"));
    }

    /**
     * Returns whether this process reads the same time since boot, and the same monotonic clock, as most processes of the
     * machine: its time namespace has no offset.
     */
    boolean hasNoOffset() {
        try {
            requireOwnOffset();
            return offset("self", "boottime") == 0 && offset("self", "monotonic") == 0;
        } catch (NoSuchFileException kernelWithoutTimeNamespaces) {
            return true;
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }

    /** All computations are unsigned, as in the kernel: an offset can put a start before 0. */
    static boolean mayBeSame(long shown, long recorded, long ownOffset, long itsOffset) {
        long initial = shown * NANOS_PER_TICK - ownOffset;
        long its = initial + itsOffset;
        return isTickOf(its, recorded)
                || isTickOf(its, recorded + Math.floorDiv(itsOffset, NANOS_PER_TICK))
                || isTickOf(initial, recorded);
    }

    /** The nanoseconds are those of a tick's begin, so the start was less than one tick later. */
    private static boolean isTickOf(long nanos, long tick) {
        return tick == Long.divideUnsigned(nanos, NANOS_PER_TICK)
                || tick == Long.divideUnsigned(nanos + NANOS_PER_TICK - 1, NANOS_PER_TICK);
    }

    /** The listed offset is that of future children, which live in another namespace after {@code unshare(2)}. */
    private void requireOwnOffset() throws IOException {
        Path own = Files.readSymbolicLink(proc.resolve("self/ns/time"));
        if (!own.equals(Files.readSymbolicLink(proc.resolve("self/ns/time_for_children")))) {
            throw new IOException("the offset of this time namespace is unknown");
        }
    }

    private long offset(String process, String clock) throws IOException {
        for (String line : Files.readAllLines(proc.resolve(process + "/timens_offsets"))) {
            String[] words = line.trim().split("\\s+", -1);
            if (words[0].equals(clock)) {
                return Long.parseLong(words[1]) * NANOS_PER_SECOND + Long.parseLong(words[2]);
            }
        }
        throw new IOException("no " + clock + " in timens_offsets of " + process);
    }
}
