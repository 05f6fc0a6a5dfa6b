package dev.baton.file.posix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Creates files and directories with the permissions 0600 and 0700, whatever the umask. */
public final class OwnerOnlyFiles {
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final AtomicLong TEMPORARY = new AtomicLong();

    private OwnerOnlyFiles() {}

    /** Creates an empty file and its directories, unless it exists. */
    public static void createFile(Path path) throws IOException {
        try {
            createIfAbsent(path);
        } catch (NoSuchFileException directoryMissing) {
            createDirectories(parentOf(path));
            createIfAbsent(path);
        } catch (FileSystemException refused) {
            throw FileErrors.explained("create", path, refused);
        }
    }

    private static void createIfAbsent(Path path) throws IOException {
        try {
            Files.createFile(path, FILE);
        } catch (FileAlreadyExistsException exists) {
            return;
        }
    }

    public static void createDirectories(Path directory) throws IOException {
        try {
            Files.createDirectories(directory, DIRECTORY);
        } catch (FileSystemException refused) {
            throw FileErrors.explained("create the directory", directory, refused);
        }
    }

    /** Replaces a file atomically: a reader sees the old content or the new one. */
    public static void replace(Path path, byte[] bytes) throws IOException {
        Path temporary = temporary(path);
        try {
            createDirectories(parentOf(path));
            writeNew(temporary, bytes);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException refused) {
            throw FileErrors.explained("write", path, refused);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void writeNew(Path path, byte[] bytes) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(path, options, FILE)) {
            writeAll(channel, bytes);
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
}
