package dev.baton.file.posix;

import com.sun.jna.Native;

/**
 * The calls that only Linux has. The layout of {@code statx(2)}, unlike that of {@code stat}, is the same
 * on every processor.
 */
final class LinuxLibC {

    static {
        Native.register(LinuxLibC.class, "c");
    }

    private LinuxLibC() {}

    static native int statx(int dirFd, long path, int flags, int mask, long into);

    static native int fdatasync(int fd);
}
