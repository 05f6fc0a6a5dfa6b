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

/** The identity, type and size of a file. */
record NativeFileAttributes(long device, long inode, int mode, long size) {
    private static final int TYPE_BITS = 0170000;
    private static final int REGULAR = 0100000;

    private static final ThreadLocal<NativeMemory> MEMORY = ThreadLocal.withInitial(() -> NativeMemory.allocate(256));

    boolean isRegular() {
        return (mode & TYPE_BITS) == REGULAR;
    }

    boolean isSameFileAs(NativeFileAttributes other) {
        return device == other.device && inode == other.inode;
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
        return new NativeFileAttributes(device, statx.getLong(32), statx.getShort(28) & 0xffff, statx.getLong(40));
    }

    private static NativeFileAttributes byJava(Path path, LinkOption... options) throws IOException {
        Map<String, Object> read = Files.readAttributes(path, "unix:dev,ino,mode,size", options);
        return new NativeFileAttributes(
                number(read, "dev"), number(read, "ino"), (int) number(read, "mode"), number(read, "size"));
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name))).longValue();
    }
}
