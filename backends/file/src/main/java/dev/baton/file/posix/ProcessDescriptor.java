package dev.baton.file.posix;

import java.util.Optional;
import java.util.Set;

/** A process descriptor of the kernel, opened only to learn whether the process exists. */
public final class ProcessDescriptor {
    private static final long PIDFD_OPEN = 434;

    /** Other processors may number or pass a system call differently. */
    private static final boolean SUPPORTED =
            OperatingSystem.LINUX && Set.of("amd64", "x86_64", "aarch64").contains(System.getProperty("os.arch", ""));

    private ProcessDescriptor() {}

    /**
     * Returns whether a process with this pid exists, zombies included. Empty if the kernel does not know the call
     * (before Linux 5.3), does not permit it, or has no descriptor left.
     */
    public static Optional<Boolean> canOpen(long pid) {
        if (!SUPPORTED || pid <= 0 || pid > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        long fd = LinuxLibC.syscall(PIDFD_OPEN, pid, 0);
        if (fd >= 0) {
            LibC.close((int) fd);
            return Optional.of(true);
        }
        return Errno.of(LibC.errno()) == Errno.ESRCH ? Optional.of(false) : Optional.empty();
    }
}
