package dev.baton.file.posix;

import java.time.Duration;

/** The standard output of this process as a pipe that its reader can close. Java reports that only at the next write. */
public final class OutputPipe {
    private static final int STDOUT = 1;
    private static final int POLLFD_BYTES = 8;
    private static final int RESULT = 6;
    private static final short POLLERR = 8;
    private static final short POLLHUP = 16;

    private OutputPipe() {}

    /**
     * Returns whether the reader closed the pipe, as soon as it does. Otherwise blocks for the given time and returns false.
     * Where the system cannot tell, the answer is always false.
     */
    public static boolean awaitClosed(Duration timeout) throws InterruptedException {
        if (OperatingSystem.LINUX) {
            try {
                NativeMemory memory = NativeMemory.allocate(POLLFD_BYTES);
                memory.bytes().putInt(0, STDOUT).putShort(4, (short) 0);
                return LibC.Linux.poll(memory.address(), 1, (int) timeout.toMillis()) > 0
                        && (memory.bytes().getShort(RESULT) & (POLLERR | POLLHUP)) != 0;
            } catch (LinkageError noNativeCode) {
                // JNA could not load its library, for example from a file system without execution.
            }
        }
        Thread.sleep(timeout.toMillis());
        return false;
    }
}
