package dev.baton.store;

import dev.baton.support.process.MountPoints;
import dev.baton.support.process.NetworkFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The files of an SQLite database that a path names at one moment. A connection that opened other files than these does
 * not see what the others write. Reads only attributes: opening and closing one of the files would free the locks that
 * SQLite holds on it for this process.
 *
 * @param database the main file; empty if it does not exist
 * @param wal the write-ahead log; empty if it does not exist
 * @param index the index of the log, which carries its locks; empty if it does not exist
 */
record SqliteFiles(Optional<FileId> database, Optional<FileId> wal, Optional<FileId> index) {

    /** A file, and how many names it has. */
    record FileId(String device, String inode, int links) {}

    static SqliteFiles of(Path file) {
        Path real = real(file);
        return new SqliteFiles(id(real), id(beside(real, "-wal")), id(beside(real, "-shm")));
    }

    boolean hasLog() {
        return wal.isPresent() && index.isPresent();
    }

    /**
     * Checks that the database can only be reached in one place. SQLite finds the log by its name, next to the
     * database, so users of a second name would have another log and other locks.
     */
    static void requireOnePlace(Path file) throws SQLException {
        if (Files.isDirectory(file)) {
            throw refused(file + " is a folder. Name a file in it");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw refused(file + " is not a regular file but a device, a pipe or a socket. Name another file");
        }
        Optional<FileId> main = id(real(file));
        if (main.isPresent() && main.get().links() > 1) {
            throw refused(file + " has " + main.get().links() + " names (hard links); `find -samefile` lists them."
                    + " Users of another name would not share its locks. Remove the other names");
        }
        if (main.isPresent() && MountPoints.isMountPoint(realOrSame(file))) {
            throw refused(file + " is a mount point by itself. Users of another mount of this file would not share its"
                    + " locks. Mount the folder that contains it");
        }
        Optional<String> network = NetworkFileSystem.typeAt(realOrSame(file));
        if (network.isPresent()) {
            throw refused(
                    file + " is on " + network.get() + ", a network file system. Its locks may not exclude users on"
                            + " other machines. Use a file on a disk of this machine, or a database server");
        }
    }

    static SQLiteException refused(String message) {
        return new SQLiteException(message, SQLiteErrorCode.SQLITE_MISUSE);
    }

    /** SQLite puts the log next to the file that a symbolic link names. */
    private static Path real(Path file) {
        return Files.isSymbolicLink(file) ? realOrSame(file) : file;
    }

    private static Path realOrSame(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException gone) {
            return file;
        }
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private static Optional<FileId> id(Path file) {
        try {
            Map<String, Object> found = Files.readAttributes(file, "unix:dev,ino,nlink");
            int links = found.get("nlink") instanceof Integer number ? number : 1;
            return Optional.of(new FileId(String.valueOf(found.get("dev")), String.valueOf(found.get("ino")), links));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (UnsupportedOperationException notUnix) {
            return Files.exists(file) ? Optional.of(new FileId("", "", 1)) : Optional.empty();
        } catch (IOException unreadable) {
            // Not readable is not absent: equal to no other reading.
            return Optional.of(new FileId("unreadable " + System.nanoTime(), "", 1));
        }
    }
}
