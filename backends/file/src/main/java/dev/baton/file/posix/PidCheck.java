package dev.baton.file.posix;

/** A pid, asked of the kernel itself, which answers where {@code /proc} is hidden or missing. */
public final class PidCheck {

    private PidCheck() {}

    /** Whether no process has it. That a process may not be signalled proves that there is one. */
    public static boolean isNobodys(int pid) {
        return LibC.kill(pid, 0) != 0 && Errno.of(LibC.errno()) == Errno.ESRCH;
    }
}
