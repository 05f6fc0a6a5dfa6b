package dev.baton.file.posix;

import dev.baton.support.process.PidProbe;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the kernel with {@code pidfd_open(2)} whether a process exists, or with {@code kill(2)} and no signal if no file
 * descriptor is left. The first question loads the native code.
 */
public final class PidfdProbe implements PidProbe {
    /** Loaded with this class, as no class can be loaded from a folder when no descriptor is left. */
    private static final Set<Errno> NO_DESCRIPTOR = EnumSet.of(Errno.EMFILE, Errno.ENFILE);

    /** Also empty if the kernel does not know the call (before Linux 5.3) or does not permit it. */
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
        Errno errno = Errno.of(LibC.errno());
        return NO_DESCRIPTOR.contains(errno) ? canSignal(pid) : answer(errno, false);
    }

    /** @param forbiddenMeansPresent whether the refusal to act on the process proves that it exists */
    private static Optional<Boolean> answer(Errno errno, boolean forbiddenMeansPresent) {
        if (errno == Errno.ESRCH) {
            return Optional.of(false);
        }
        return forbiddenMeansPresent && errno == Errno.EPERM ? Optional.of(true) : Optional.empty();
    }

    /** Not the first choice, because it also finds the threads of other processes. */
    private static Optional<Boolean> canSignal(long pid) {
        if (LibC.kill((int) pid, 0) == 0) {
            return Optional.of(true);
        }
        return answer(Errno.of(LibC.errno()), true);
    }
}
