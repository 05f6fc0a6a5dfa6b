package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A path that may be opened without native code: Java cannot open a FIFO without waiting for its other
 * end, so whoever put one there would stop the reader for good.
 */
public final class RegularFile {

    private RegularFile() {}

    /** Refuses what is there and is no regular file. */
    public static Path at(Path path) throws IOException {
        try {
            if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isRegularFile()) {
                throw new IOException(path + " is not a regular file; nothing was changed; move it away and try again");
            }
            return path;
        } catch (NoSuchFileException nothingThere) {
            return path;
        }
    }
}
