package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * An open regular file with a {@code flock(2)} on it. Not thread-safe.
 *
 * <p>The lock is never waited for in the kernel, because nothing in Java can wake such a wait; it is tried
 * again with short pauses. Closing the file drops the lock.
 */
public final class NativeFile implements AutoCloseable {
    /** No record is longer; of a file that is, only so much is read. */
    public static final int LONGEST = 64 * 1024;

    private static final long FIRST_PAUSE = 200_000;
    private static final long LONGEST_PAUSE = 5_000_000;
    private static final int REOPENINGS = 1000;

    private static final ThreadLocal<NativeMemory> MEMORY = ThreadLocal.withInitial(() -> new NativeMemory(LONGEST));

    private final int fd;
    private final Path path;
    private final CString name;
    private long size;

    private NativeFile(int fd, Path path, CString name) {
        this.fd = fd;
        this.path = path;
        this.name = name;
    }

    /** Opens the file without locking it; empty when it does not exist. */
    public static Optional<NativeFile> open(Path path) throws IOException {
        Optional<NativeFile> found = openAnything(path);
        if (found.isPresent()) {
            NativeFile file = found.get();
            boolean good = false;
            try {
                file.learn(NativeFileAttributes.of(file.fd, path));
                good = true;
            } finally {
                if (!good) {
                    file.close();
                }
            }
        }
        return found;
    }

    private static Optional<NativeFile> openAnything(Path path) throws IOException {
        CString name = new CString(path.toString());
        int flags = LibC.OPEN_FLAGS | LibC.NO_ACCESS_TIME;
        while (true) {
            int fd = LibC.open(name.address(), flags);
            if (fd >= 0) {
                return Optional.of(new NativeFile(fd, path, name));
            }
            Errno errno = Errno.of(LibC.errno());
            if (errno == Errno.ENOENT) {
                return Optional.empty();
            }
            if (errno == Errno.EPERM && flags != LibC.OPEN_FLAGS) {
                flags = LibC.OPEN_FLAGS;
            } else if (errno != Errno.EINTR) {
                throw errno.on("open", path);
            }
        }
    }

    /** Opens the file, creating it where it is missing, and holds its exclusive lock. */
    public static NativeFile openLocked(Path path, Duration timeout) throws IOException {
        long giveUpAt = System.nanoTime() + timeout.toNanos();
        for (int i = 0; i < REOPENINGS; i++) {
            Optional<NativeFile> found = openAnything(path);
            if (found.isEmpty()) {
                OwnerOnlyFiles.createFile(path);
                continue;
            }
            NativeFile file = found.get();
            boolean kept = false;
            try {
                NativeFileAttributes facts = file.lock(giveUpAt);
                kept = file.isNamedByItsPath(facts);
            } finally {
                if (!kept) {
                    file.close();
                }
            }
            if (kept) {
                return file;
            }
        }
        throw new IOException("could not open " + path + ": somebody keeps replacing it; stop that program");
    }

    /** Refuses what cannot be a file of ours. */
    private void learn(NativeFileAttributes facts) throws IOException {
        if (!facts.isRegular()) {
            throw new IOException(path + " is not a regular file; nothing was changed; move it away and try again");
        }
        size = facts.size();
    }

    private NativeFileAttributes lock(long giveUpAt) throws IOException {
        long pause = FIRST_PAUSE;
        while (!tryLock()) {
            if (System.nanoTime() - giveUpAt > 0) {
                throw new FileBusyException(
                        path + " is locked by another program, and stayed so for as long as a request"
                                + " may take; nothing was changed; find it with: fuser -v " + path);
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(LONGEST_PAUSE, pause * 2);
        }
        NativeFileAttributes facts = NativeFileAttributes.of(fd, path);
        learn(facts);
        return facts;
    }

    /** Tries once to lock everybody else out; false when somebody else holds any lock. */
    public boolean tryLock() throws IOException {
        return tryLock(LibC.LOCK_EX);
    }

    /** Tries once to share the lock; false when somebody else holds it exclusively. */
    public boolean tryLockShared() throws IOException {
        return tryLock(LibC.LOCK_SH);
    }

    private boolean tryLock(int kind) throws IOException {
        while (LibC.flock(fd, kind | LibC.LOCK_NB) != 0) {
            Errno errno = Errno.of(LibC.errno());
            if (errno == Errno.EWOULDBLOCK) {
                return false;
            }
            if (errno != Errno.EINTR) {
                throw errno.on("lock", path);
            }
        }
        return true;
    }

    /** False when the file was unlinked or replaced since it was opened: its lock excludes nobody then. */
    public boolean isWhatItsPathNames() throws IOException {
        return isNamedByItsPath(NativeFileAttributes.of(fd, path));
    }

    private boolean isNamedByItsPath(NativeFileAttributes mine) throws IOException {
        return NativeFileAttributes.of(name, path).filter(mine::isSameFileAs).isPresent();
    }

    /** The same open file, which has been moved to that path. */
    public NativeFile at(Path moved) {
        return new NativeFile(fd, moved, new CString(moved.toString()));
    }

    /** All of its bytes, {@link #LONGEST} at most. */
    public byte[] read() throws IOException {
        NativeMemory memory = MEMORY.get();
        long count = LibC.pread(fd, memory.address(), LONGEST, 0);
        if (count < 0) {
            throw Errno.of(LibC.errno()).on("read", path);
        }
        byte[] bytes = new byte[(int) count];
        memory.bytes().get(0, bytes);
        return bytes;
    }

    /** Replaces bytes in one call of the kernel. */
    public void write(byte[] bytes, long offset) throws IOException {
        if (offset + bytes.length > LONGEST) {
            throw new IOException(path + " has no room for " + bytes.length + " bytes: no more than " + LONGEST
                    + " may be in it; nothing was changed; remove what other programs wrote into it");
        }
        NativeMemory memory = MEMORY.get();
        memory.bytes().put(0, bytes);
        long count = LibC.pwrite(fd, memory.address(), bytes.length, offset);
        if (count < 0) {
            throw Errno.of(LibC.errno()).on("write", path);
        }
        // A short write lengthens the file too, and whoever takes it back must know.
        size = Math.max(size, offset + count);
        if (count < bytes.length) {
            throw Errno.ENOSPC.on("write all of", path);
        }
    }

    public void truncate(long length) throws IOException {
        if (size != length) {
            if (LibC.ftruncate(fd, length) != 0) {
                throw Errno.of(LibC.errno()).on("shorten", path);
            }
            size = length;
        }
    }

    /** Returns when what was written would survive a crash of the machine. */
    public void sync() throws IOException {
        int result = LibC.LINUX ? LinuxLibC.fdatasync(fd) : LibC.fsync(fd);
        if (result != 0) {
            throw Errno.of(LibC.errno()).on("make durable", path);
        }
    }

    public long size() {
        return size;
    }

    @Override
    public void close() {
        LibC.close(fd);
    }
}
