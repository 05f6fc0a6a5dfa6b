package dev.baton.file.posix;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The files of a store without native code. Creates files and directories with the permissions 0600 and 0700, whatever
 * the umask, reads only regular files, and adds the action and the next step to Java's short file errors.
 */
public final class StoreFiles {
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Map<String, Errno> ERRORS_BY_TEXT =
            Map.of("Read-only", Errno.EROFS, "No space", Errno.ENOSPC, "Not a directory", Errno.ENOTDIR);
    private static final Set<StandardOpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final AtomicLong TEMPORARY = new AtomicLong();

    private StoreFiles() {}

    /** Creates an empty file and its directories, unless it exists. */
    public static void createFile(Path path) throws IOException {
        try {
            createIfAbsent(path);
        } catch (NoSuchFileException directoryMissing) {
            createDirectories(parentOf(path));
            createIfAbsent(path);
        } catch (FileSystemException refused) {
            throw explained("create", path, refused);
        }
    }

    private static void createIfAbsent(Path path) throws IOException {
        try {
            Files.createFile(path, FILE);
        } catch (FileAlreadyExistsException exists) {
            return;
        }
    }

    /**
     * Creates the directory and those above it. What was missing is checked afterwards: another user may be faster, and
     * some file systems do not keep permissions. If one is refused, those that this call created are removed again.
     */
    public static void createDirectories(Path directory) throws IOException {
        List<Path> missing = new ArrayList<>(List.of(directory));
        for (Path path = directory.getParent(); path != null && !exists(path); path = path.getParent()) {
            missing.add(0, path);
        }
        List<Path> created = new ArrayList<>();
        try {
            for (Path path : missing) {
                createDirectoryIfAbsent(path, created);
            }
            for (Path path : missing) {
                requireOwnFolder(path);
            }
        } catch (IOException refused) {
            removeAll(created);
            throw refused instanceof FileSystemException known
                    ? explained("create the directory", directory, known)
                    : refused;
        }
    }

    private static void createDirectoryIfAbsent(Path path, List<Path> created) throws IOException {
        try {
            Files.createDirectory(path, DIRECTORY);
            created.add(path);
        } catch (FileAlreadyExistsException exists) {
            // A file or a link in its place is refused with the other checks.
            return;
        }
    }

    /** Leaves a directory that another process already uses. */
    private static void removeAll(List<Path> created) {
        for (int i = created.size() - 1; i >= 0; i--) {
            try {
                Files.deleteIfExists(created.get(i));
            } catch (IOException inUse) {
                return;
            }
        }
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Refuses a directory that other users can change, or that is a symbolic link. A missing one passes. */
    public static void requireOwnFolder(Path folder) throws IOException {
        try {
            FileOwnership.requireFolder(folder);
        } catch (FileSystemException refused) {
            throw explained("read the attributes of", folder, refused);
        }
    }

    /** Returns a directory for temporary files of this user. It must be created or checked before it is used. */
    public static Path privateTemporaryFolder() {
        return Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "baton-" + CurrentUser.id());
    }

    /** Replaces a file atomically: a reader sees the old content or the new one. */
    public static void replace(Path path, byte[] bytes) throws IOException {
        Path temporary = temporary(path);
        try {
            createDirectories(parentOf(path));
            try (FileChannel channel = FileChannel.open(temporary, NEW, FILE)) {
                writeAll(channel, bytes);
            }
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException refused) {
            throw explained("write", path, refused);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    public static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Returns an unused hidden path beside the given one. */
    public static Path temporary(Path path) {
        return path.resolveSibling(
                "." + path.getFileName() + "." + ProcessHandle.current().pid() + "." + TEMPORARY.incrementAndGet());
    }

    /** Returns the parent directory, which every path of a store has. */
    public static Path parentOf(Path path) {
        return Objects.requireNonNull(path.getParent(), () -> path + " has no parent directory");
    }

    /** Returns after the entries of the directory have reached the disk. */
    public static void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Returns the first bytes of a regular file; none if it does not exist. */
    public static byte[] read(Path path, int maxBytes) throws IOException {
        try (InputStream in =
                Files.newInputStream(requireRegular(path), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(maxBytes);
        } catch (NoSuchFileException absent) {
            return new byte[0];
        } catch (FileSystemException refused) {
            throw explained("read", path, refused);
        }
    }

    /**
     * Returns the path. Required before a file is opened: Java would wait for the other end of a FIFO for ever.
     *
     * @throws IOException if something other than a regular file exists there, or a file of other users
     */
    public static Path requireRegular(Path path) throws IOException {
        try {
            FileOwnership.requireFile(path);
            return path;
        } catch (NoSuchFileException absent) {
            return path;
        }
    }

    static IOException notRegular(Path path) {
        return new IOException(path + " is not a regular file; nothing was changed; move it away and try again");
    }

    private static IOException explained(String action, Path path, FileSystemException refused) {
        return new IOException("could not " + action + " " + path + ": " + reason(refused), refused);
    }

    private static String reason(FileSystemException refused) {
        if (refused instanceof AccessDeniedException) {
            return Errno.EACCES.meaning();
        }
        String reason = refused.getReason();
        if (reason == null || reason.isEmpty()) {
            return refused.getClass().getSimpleName();
        }
        return ERRORS_BY_TEXT.entrySet().stream()
                .filter(entry -> reason.contains(entry.getKey()))
                .map(entry -> entry.getValue().meaning())
                .findFirst()
                .orElse(reason);
    }
}
