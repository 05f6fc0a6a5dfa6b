package dev.baton.file.posix;

import dev.baton.support.process.PidProbe;
import java.util.Optional;

/** Asks the kernel with {@code pidfd_open(2)} whether a process exists. The first question loads the native code. */
public final class PidfdProbe implements PidProbe {
    /** Also empty if the kernel does not know the call (before Linux 5.3), does not permit it, or has no descriptor left. */
    @Override
    public Optional<Boolean> exists(long pid) {
        try {
            return ProcessEnd.SUPPORTED && pid > 0 && pid <= Integer.MAX_VALUE ? canOpen(pid) : Optional.empty();
        } catch (LinkageError | RuntimeException noNativeCode) {
            return Optional.empty();
        }
    }

    private static Optional<Boolean> canOpen(long pid) {
        long fd = LibC.Linux.syscall(ProcessEnd.PIDFD_OPEN, pid, 0);
        if (fd >= 0) {
            LibC.close((int) fd);
            return Optional.of(true);
        }
        return Errno.of(LibC.errno()) == Errno.ESRCH ? Optional.of(false) : Optional.empty();
    }
}
