package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Turns Java's terse file errors into ones that say what to do. */
public final class FileErrors {

    private FileErrors() {}

    public static IOException explained(String action, Path path, FileSystemException refused) {
        String reason = refused instanceof AccessDeniedException
                ? "permission denied; give this user the right to read and write it"
                : reason(refused);
        return new IOException("could not " + action + " " + path + ": " + reason, refused);
    }

    private static String reason(FileSystemException refused) {
        String reason = refused.getReason();
        if (reason == null || reason.isEmpty()) {
            return refused.getClass().getSimpleName();
        }
        if (reason.contains("Read-only")) {
            return "the file system is read-only; mount it writable or choose another directory";
        }
        if (reason.contains("No space")) {
            return "no space left on the disk; free some";
        }
        if (reason.contains("Not a directory")) {
            return "a part of its path is not a directory; move that away";
        }
        return reason;
    }
}
