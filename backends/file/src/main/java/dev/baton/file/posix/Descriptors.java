package dev.baton.file.posix;

import java.time.Duration;

/** Waits for open file descriptors with {@code poll(2)}. */
final class Descriptors {
    private static final int POLLFD_BYTES = 8;
    private static final int RESULT = 6;
    private static final short POLLIN = 1;
    private static final short POLLPRI = 2;

    private Descriptors() {}

    /** Returns whether the descriptor became readable within the time. Blocks. */
    static boolean awaitReadable(int fd, Duration timeout) {
        return awaitReadable(fd, -1, timeout);
    }

    /**
     * Returns whether the descriptor became readable. Blocks for the given time, or until the other descriptor has an
     * exceptional condition.
     *
     * @param other ignored if negative
     */
    static boolean awaitReadable(int fd, int other, Duration timeout) {
        NativeMemory memory = NativeMemory.allocate(2 * POLLFD_BYTES);
        memory.bytes().putInt(0, fd).putShort(4, POLLIN);
        memory.bytes().putInt(POLLFD_BYTES, other).putShort(POLLFD_BYTES + 4, POLLPRI);
        return LibC.Linux.poll(memory.address(), 2, (int) timeout.toMillis()) > 0
                && (memory.bytes().getShort(RESULT) & POLLIN) != 0;
    }
}
