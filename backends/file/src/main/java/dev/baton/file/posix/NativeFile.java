package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * An open regular file that can be locked with {@code flock(2)}. Not thread-safe.
 *
 * <p>It never waits for the lock in the kernel, because Java cannot interrupt such a wait; it retries after short
 * pauses. Closing the file drops the lock.
 */
public final class NativeFile implements AutoCloseable {
    /** The size limit of a record. Of a longer file, only these bytes are read. */
    public static final int MAX_BYTES = 64 * 1024;

    private static final long FIRST_PAUSE_NANOS = 200_000;
    private static final long MAX_PAUSE_NANOS = 5_000_000;
    private static final int MAX_REOPENS = 1000;

    private static final ThreadLocal<NativeMemory> MEMORY =
            ThreadLocal.withInitial(() -> NativeMemory.allocate(MAX_BYTES));

    private final int fd;
    private final Path path;
    private final CString name;
    private long size;

    private NativeFile(int fd, Path path, CString name) {
        this.fd = fd;
        this.path = path;
        this.name = name;
    }

    /** Opens the file without locking it; empty if it does not exist. */
    public static Optional<NativeFile> open(Path path) throws IOException {
        Optional<NativeFile> found = openUnchecked(path);
        if (found.isPresent()) {
            try {
                found.get().check();
            } catch (IOException refused) {
                found.get().close();
                throw refused;
            }
        }
        return found;
    }

    private static Optional<NativeFile> openUnchecked(Path path) throws IOException {
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
                throw errno.failure("open", path);
            }
        }
    }

    /** Returns the size of the file at a path, 0 if there is none. */
    public static long sizeAt(Path path) throws IOException {
        return NativeFileAttributes.of(new CString(path.toString()), path)
                .map(NativeFileAttributes::size)
                .orElse(0L);
    }

    /** Opens the file, creates it if it is missing, and takes its exclusive lock. */
    public static NativeFile openLocked(Path path, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (int i = 0; i < MAX_REOPENS; i++) {
            Optional<NativeFile> found = openUnchecked(path);
            if (found.isEmpty()) {
                StoreFiles.createFile(path);
                continue;
            }
            NativeFile file = found.get();
            boolean atPath = false;
            try {
                file.lock(deadline);
                atPath = file.isAtPath(file.check());
            } finally {
                if (!atPath) {
                    file.close();
                }
            }
            if (atPath) {
                return file;
            }
        }
        throw keepsChanging(path);
    }

    /** Returns the exception for a file that another program replaces again and again. */
    public static IOException keepsChanging(Path path) {
        return new IOException("could not open " + path + ": another program keeps replacing it; stop that program");
    }

    private NativeFileAttributes check() throws IOException {
        NativeFileAttributes attributes = NativeFileAttributes.of(fd, path);
        attributes.ownership().checkFile(path, CurrentUser.id());
        size = attributes.size();
        return attributes;
    }

    private void lock(long deadline) throws IOException {
        long pause = FIRST_PAUSE_NANOS;
        while (!tryLock()) {
            if (System.nanoTime() - deadline > 0) {
                throw new FileBusyException(path + " is locked by another program for longer than the request timeout;"
                        + " nothing was changed; find that program with: fuser -v " + path);
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(MAX_PAUSE_NANOS, pause * 2);
        }
    }

    /** Tries once to take the exclusive lock; false if another process holds any lock. */
    public boolean tryLock() throws IOException {
        return tryLock(LibC.LOCK_EX);
    }

    /** Tries once to take a shared lock; false if another process holds the exclusive lock. */
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
                throw errno.failure("lock", path);
            }
        }
        return true;
    }

    /** Returns false if the file was deleted or replaced since it was opened: then its lock excludes no process. */
    public boolean isStillAtPath() throws IOException {
        return isAtPath(NativeFileAttributes.of(fd, path));
    }

    private boolean isAtPath(NativeFileAttributes attributes) throws IOException {
        return NativeFileAttributes.of(name, path)
                .filter(attributes::isSameFileAs)
                .isPresent();
    }

    /** Returns the identity of the open file, which stays the same when it is moved. */
    public FileIdentity identity() throws IOException {
        return NativeFileAttributes.of(fd, path).identity();
    }

    /** Returns this open file under the path to which it was moved. */
    public NativeFile movedTo(Path newPath) {
        return new NativeFile(fd, newPath, new CString(newPath.toString()));
    }

    /** Reads the whole file, at most {@link #MAX_BYTES}. */
    public byte[] read() throws IOException {
        return read(0);
    }

    private byte[] read(long offset) throws IOException {
        NativeMemory memory = MEMORY.get();
        long count = LibC.pread(fd, memory.address(), MAX_BYTES, offset);
        if (count < 0) {
            throw Errno.last("read", path);
        }
        byte[] bytes = new byte[(int) count];
        memory.bytes().get(0, bytes);
        return bytes;
    }

    /** Reads the end of the file, at most this many bytes and at most {@link #MAX_BYTES}. */
    public byte[] readLast(int bytes) throws IOException {
        return read(Math.max(0, size - Math.min(bytes, MAX_BYTES)));
    }

    /** Writes the bytes in one system call. */
    public void write(byte[] bytes, long offset) throws IOException {
        requireLimit(bytes, offset + bytes.length);
        writeAt(bytes, offset);
    }

    /** Writes the bytes behind the end in one system call. The file may be longer than a record. */
    public void append(byte[] bytes) throws IOException {
        requireLimit(bytes, bytes.length);
        writeAt(bytes, size);
    }

    private void requireLimit(byte[] bytes, long needed) throws IOException {
        if (needed > MAX_BYTES) {
            throw new IOException("could not write " + bytes.length + " bytes to " + path + ": the limit is "
                    + MAX_BYTES + " bytes; nothing was changed; remove what other programs added to it");
        }
    }

    private void writeAt(byte[] bytes, long offset) throws IOException {
        NativeMemory memory = MEMORY.get();
        memory.bytes().put(0, bytes);
        long count = LibC.pwrite(fd, memory.address(), bytes.length, offset);
        if (count < 0) {
            throw Errno.last("write", path);
        }
        // A short write extends the file too, and a rollback must know the real size.
        size = Math.max(size, offset + count);
        if (count < bytes.length) {
            throw Errno.ENOSPC.failure("write all of", path);
        }
    }

    public void truncate(long length) throws IOException {
        if (size != length) {
            if (LibC.ftruncate(fd, length) != 0) {
                throw Errno.last("truncate", path);
            }
            size = length;
        }
    }

    /** Returns after the written data has reached the disk. */
    public void sync() throws IOException {
        int result = OperatingSystem.LINUX ? LibC.Linux.fdatasync(fd) : LibC.fsync(fd);
        if (result != 0) {
            throw Errno.last("sync", path);
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
