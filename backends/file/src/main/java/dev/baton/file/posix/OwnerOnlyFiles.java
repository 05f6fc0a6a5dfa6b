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
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Makes files and directories that only this user may touch: 0600 and 0700, whatever the umask. */
public final class OwnerOnlyFiles {
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final AtomicLong TEMPORARY = new AtomicLong();

    private OwnerOnlyFiles() {}

    /** Creates an empty file, and its directories, unless it is there already. */
    public static void createFile(Path path) throws IOException {
        try {
            Files.createFile(path, FILE);
        } catch (FileAlreadyExistsException thereAlready) {
            return;
        } catch (NoSuchFileException directoryMissing) {
            createDirectories(directoryOf(path));
            try {
                Files.createFile(path, FILE);
            } catch (FileAlreadyExistsException thereNow) {
                return;
            }
        } catch (FileSystemException refused) {
            throw FileErrors.explained("create", path, refused);
        }
    }

    public static void createDirectories(Path directory) throws IOException {
        try {
            Files.createDirectories(directory, DIRECTORY);
        } catch (FileSystemException refused) {
            throw FileErrors.explained("create the directory", directory, refused);
        }
    }

    /** Replaces a file as a whole: a reader sees the old text or the new one. */
    public static void replace(Path path, byte[] bytes) throws IOException {
        Path temporary = temporary(path);
        try {
            writeNew(temporary, bytes);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException refused) {
            throw FileErrors.explained("write", path, refused);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** A name beside the path that nobody else uses and every listing passes over. */
    public static Path temporary(Path path) {
        return path.resolveSibling(
                "." + path.getFileName() + "." + ProcessHandle.current().pid() + "." + TEMPORARY.incrementAndGet());
    }

    /** Every path of a store lies in a directory. */
    public static Path directoryOf(Path path) {
        return Objects.requireNonNull(path.getParent(), () -> path + " lies in no directory");
    }

    private static void writeNew(Path path, byte[] bytes) throws IOException {
        createDirectories(directoryOf(path));
        EnumSet<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(path, options, FILE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
    }

    /** Returns when the names in the directory would survive a crash of the machine. */
    public static void makeEntriesDurable(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
