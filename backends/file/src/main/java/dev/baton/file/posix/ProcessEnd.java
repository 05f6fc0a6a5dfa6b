package dev.baton.file.posix;

import java.time.Duration;
import java.util.Set;

/** Waits in the kernel for the end of a process, with {@code pidfd_open(2)} and {@code poll(2)}. */
public final class ProcessEnd {
    /** Whether this system may have the calls. Other processors may number or pass a system call differently. */
    public static final boolean SUPPORTED =
            OperatingSystem.LINUX && Set.of("amd64", "x86_64", "aarch64").contains(System.getProperty("os.arch", ""));

    static final long PIDFD_OPEN = 434;

    private ProcessEnd() {}

    /**
     * Returns whether the process ended within the time. Also false if the kernel cannot say (before Linux 5.3, or no
     * descriptor left). Blocks.
     */
    public static boolean await(long pid, Duration timeout) {
        try {
            return SUPPORTED && pid > 0 && pid <= Integer.MAX_VALUE && poll(pid, timeout);
        } catch (LinkageError | RuntimeException noNativeCode) {
            return false;
        }
    }

    private static boolean poll(long pid, Duration timeout) {
        int fd = (int) LibC.Linux.syscall(PIDFD_OPEN, pid, 0);
        if (fd < 0) {
            return Errno.of(LibC.errno()) == Errno.ESRCH;
        }
        try {
            return Descriptors.awaitReadable(fd, timeout);
        } finally {
            LibC.close(fd);
        }
    }
}
