package dev.baton.file.posix;

import com.sun.jna.Native;

/** Calls that only Linux has. */
final class LinuxLibC {

    static {
        Native.register(LinuxLibC.class, "c");
    }

    private LinuxLibC() {}

    /** Unlike that of {@code stat}, the layout of {@code statx(2)} is the same on every processor. */
    static native int statx(int dirFd, long path, int flags, int mask, long into);

    static native int fdatasync(int fd);

    /** Variadic in C; on x86_64 and aarch64, Linux passes such arguments like all others. */
    static native long syscall(long number, long first, long second);
}
