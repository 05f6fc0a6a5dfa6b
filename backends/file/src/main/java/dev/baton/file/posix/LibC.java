package dev.baton.file.posix;

import com.sun.jna.Native;

/**
 * Calls of the C library that Java does not offer. Loading this class loads JNA, which takes about 90 ms, so a process
 * that only observes must not use it.
 *
 * <p>Java creates the files; this class only opens them, because {@code open} with a mode is variadic and direct
 * mapping cannot call it portably. Buffers are passed by address, see {@link NativeMemory}.
 */
final class LibC {
    static final int LOCK_SH = 1;
    static final int LOCK_EX = 2;
    static final int LOCK_NB = 4;
    static final int AT_FDCWD = -100;
    static final int AT_SYMLINK_NOFOLLOW = 0x100;
    static final int AT_EMPTY_PATH = 0x1000;
    static final int STATX_BASIC = 0x7ff;

    /** Read and write, no symbolic links, close on exec, and no waiting for the other end of a FIFO. */
    static final int OPEN_FLAGS = openFlags();

    /**
     * Keeps reads from updating the access time, which would cost a disk write each. Only the owner of a file may use
     * it; 0 where the system has no such flag.
     */
    static final int NO_ACCESS_TIME = OperatingSystem.LINUX ? 01000000 : 0;

    static {
        JnaLibrary.load();
        Native.register(LibC.class, "c");
    }

    private LibC() {}

    static native int open(long path, int flags);

    static native int close(int fd);

    static native int flock(int fd, int operation);

    static native long pread(int fd, long into, long count, long offset);

    static native long pwrite(int fd, long from, long count, long offset);

    static native int ftruncate(int fd, long length);

    static native int fsync(int fd);

    static native int geteuid();

    static native int kill(int pid, int signal);

    static int errno() {
        return Native.getLastError();
    }

    private static int openFlags() {
        int readWrite = 2;
        if (!OperatingSystem.LINUX) {
            return readWrite | 0x4 | 0x100 | 0x1000000;
        }
        String arch = System.getProperty("os.arch", "");
        boolean ownNumbers = arch.startsWith("aarch64") || arch.startsWith("arm") || arch.startsWith("ppc");
        return readWrite | 04000 | (ownNumbers ? 0100000 : 0400000) | 02000000;
    }

    /** Calls that only Linux has. */
    static final class Linux {

        static {
            JnaLibrary.load();
            Native.register(Linux.class, "c");
        }

        private Linux() {}

        /** Unlike that of {@code stat}, the layout of {@code statx(2)} is the same on every processor. */
        static native int statx(int dirFd, long path, int flags, int mask, long into);

        static native int fdatasync(int fd);

        static native int inotify_init1(int flags);

        static native int inotify_add_watch(int fd, long path, int mask);

        static native long read(int fd, long into, long count);

        static native int poll(long fds, long count, int timeoutMillis);

        /** Variadic in C, see {@link #syscall}. */
        static native int ioctl(int fd, long request, long argument);

        /** Variadic in C; on x86_64 and aarch64, Linux passes such arguments like all others. */
        static native long syscall(long number, long first, long second);
    }
}
