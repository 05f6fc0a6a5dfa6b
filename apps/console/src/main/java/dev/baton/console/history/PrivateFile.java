package dev.baton.console.history;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates a file that only its owner can read. */
final class PrivateFile {

    private PrivateFile() {}

    /** Creates the file, and the directory that contains it, unless they exist. */
    static void create(Path path) throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectories(directory, permissions("rwx------"));
        }
        try {
            Files.createFile(path, permissions("rw-------"));
        } catch (FileAlreadyExistsException exists) {
            if (!Files.isRegularFile(path)) {
                throw new IOException(path + " is not a regular file", exists);
            }
        }
    }

    private static FileAttribute<?> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
