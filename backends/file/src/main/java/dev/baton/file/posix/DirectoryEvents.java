package dev.baton.file.posix;

import dev.baton.support.process.MountPoints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the kernel reports about directories ({@code inotify(7)}): they were deleted or moved, or something in them was
 * deleted, moved or replaced. Content that is written is not reported. A file system that is mounted over a directory is
 * not reported either, but it ends the wait. One thread uses it at a time.
 */
public final class DirectoryEvents implements AutoCloseable {
    private static final int MOVED_FROM = 0x40;
    private static final int MOVED_TO = 0x80;
    private static final int DELETED = 0x200;
    private static final int DELETED_SELF = 0x400;
    private static final int MOVED_SELF = 0x800;
    private static final int ONLY_DIRECTORIES = 0x01000000;
    private static final int ITSELF = DELETED_SELF | MOVED_SELF | ONLY_DIRECTORIES;
    private static final int WITH_ENTRIES = ITSELF | MOVED_FROM | MOVED_TO | DELETED;

    private static final int NON_BLOCKING = 04000;
    private static final int CLOSE_ON_EXEC = 02000000;
    private static final int BUFFER_BYTES = 4096;

    private final int fd;
    /** Open, it has an exceptional condition after every mount; negative if it could not be opened. */
    private final int mounts;

    private final NativeMemory events = NativeMemory.allocate(BUFFER_BYTES);

    private DirectoryEvents(int fd, int mounts) {
        this.fd = fd;
        this.mounts = mounts;
    }

    /** Starts to listen; empty where the kernel does not offer it, or this user has too many listeners. */
    public static Optional<DirectoryEvents> open() {
        if (!ProcessEnd.SUPPORTED) {
            return Optional.empty();
        }
        int fd = LibC.Linux.inotify_init1(NON_BLOCKING | CLOSE_ON_EXEC);
        if (fd < 0) {
            return Optional.empty();
        }
        CString table = new CString(MountPoints.table().toString());
        return Optional.of(new DirectoryEvents(fd, LibC.open(table.address(), CLOSE_ON_EXEC)));
    }

    /** Returns whether a change of the mounts ends the wait. */
    public boolean noticesMounts() {
        return mounts >= 0;
    }

    /**
     * Adds the directory itself. Does nothing if it is added already or missing.
     *
     * @return false if it exists and cannot be watched: it is not readable, or this user watches too many
     */
    public boolean watch(Path directory) {
        return add(directory, ITSELF);
    }

    /** Adds the directory with what is in it, as {@link #watch} does. */
    public boolean watchWithEntries(Path directory) {
        return add(directory, WITH_ENTRIES);
    }

    private boolean add(Path directory, int mask) {
        CString name = new CString(directory.toString());
        return LibC.Linux.inotify_add_watch(fd, name.address(), mask) >= 0 || Errno.of(LibC.errno()) == Errno.ENOENT;
    }

    /** Waits for a report, and returns whether there was one. It also returns after a change of the mounts. */
    public boolean await(Duration timeout) {
        if (!Descriptors.awaitReadable(fd, mounts, timeout)) {
            return false;
        }
        boolean any = false;
        while (LibC.Linux.read(fd, events.address(), BUFFER_BYTES) > 0) {
            any = true;
        }
        return any;
    }

    @Override
    public void close() {
        LibC.close(fd);
        if (mounts >= 0) {
            LibC.close(mounts);
        }
    }
}
