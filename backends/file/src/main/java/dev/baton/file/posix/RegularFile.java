package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The check before a file is opened without native code: Java would wait for the other end of a FIFO for ever. */
public final class RegularFile {

    private RegularFile() {}

    /**
     * Returns the path.
     *
     * @throws IOException if something other than a regular file exists there
     */
    public static Path require(Path path) throws IOException {
        try {
            if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isRegularFile()) {
                throw refused(path);
            }
            return path;
        } catch (NoSuchFileException absent) {
            return path;
        }
    }

    static IOException refused(Path path) {
        return new IOException(path + " is not a regular file; nothing was changed; move it away and try again");
    }
}
