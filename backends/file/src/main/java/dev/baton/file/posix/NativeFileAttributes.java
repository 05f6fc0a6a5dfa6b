package dev.baton.file.posix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The identity, size and ownership of a file. */
record NativeFileAttributes(long device, long inode, long size, FileOwnership ownership) {
    private static final ThreadLocal<NativeMemory> MEMORY = ThreadLocal.withInitial(() -> NativeMemory.allocate(256));

    boolean isSameFileAs(NativeFileAttributes other) {
        return identity().equals(other.identity());
    }

    FileIdentity identity() {
        return new FileIdentity(device, inode);
    }

    /** Returns the attributes of an open file. */
    static NativeFileAttributes of(int fd, Path path) throws IOException {
        if (!OperatingSystem.LINUX) {
            return byJava(Path.of("/dev/fd/" + fd));
        }
        return statx(fd, CString.EMPTY.address(), LibC.AT_EMPTY_PATH)
                .orElseThrow(() -> Errno.last("read the attributes of", path));
    }

    /** Returns the attributes of the file at a path, without following a symbolic link; empty if there is none. */
    static Optional<NativeFileAttributes> of(CString name, Path path) throws IOException {
        if (!OperatingSystem.LINUX) {
            try {
                return Optional.of(byJava(path, LinkOption.NOFOLLOW_LINKS));
            } catch (NoSuchFileException absent) {
                return Optional.empty();
            }
        }
        Optional<NativeFileAttributes> found = statx(LibC.AT_FDCWD, name.address(), LibC.AT_SYMLINK_NOFOLLOW);
        if (found.isEmpty() && Errno.of(LibC.errno()) != Errno.ENOENT) {
            throw Errno.last("read the attributes of", path);
        }
        return found;
    }

    private static Optional<NativeFileAttributes> statx(int dirFd, long path, int flags) {
        NativeMemory memory = MEMORY.get();
        int result = LibC.Linux.statx(dirFd, path, flags, LibC.STATX_BASIC, memory.address());
        return result == 0 ? Optional.of(from(memory.bytes())) : Optional.empty();
    }

    private static NativeFileAttributes from(ByteBuffer statx) {
        long device = ((long) statx.getInt(136) << 32) | (statx.getInt(140) & 0xffffffffL);
        FileOwnership ownership = new FileOwnership(
                statx.getShort(28) & 0xffff, statx.getInt(20) & 0xffffffffL, statx.getInt(16) & 0xffffffffL);
        return new NativeFileAttributes(device, statx.getLong(32), statx.getLong(40), ownership);
    }

    private static NativeFileAttributes byJava(Path path, LinkOption... options) throws IOException {
        Map<String, Object> read = Files.readAttributes(path, "unix:dev,ino,size,mode,uid,nlink", options);
        FileOwnership ownership =
                new FileOwnership((int) number(read, "mode"), number(read, "uid"), number(read, "nlink"));
        return new NativeFileAttributes(number(read, "dev"), number(read, "ino"), number(read, "size"), ownership);
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name))).longValue();
    }
}
