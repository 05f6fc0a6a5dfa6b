package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Map;

/** Adds the action and the next step to Java's short file errors. */
public final class FileErrors {
    private static final Map<String, Errno> BY_TEXT =
            Map.of("Read-only", Errno.EROFS, "No space", Errno.ENOSPC, "Not a directory", Errno.ENOTDIR);

    private FileErrors() {}

    public static IOException explained(String action, Path path, FileSystemException refused) {
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
        return BY_TEXT.entrySet().stream()
                .filter(entry -> reason.contains(entry.getKey()))
                .map(entry -> entry.getValue().meaning())
                .findFirst()
                .orElse(reason);
    }
}
