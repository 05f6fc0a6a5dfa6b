package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Owner, permissions, type and link count of one entry of a directory, read without following a symbolic link. Uses
 * native code, which is faster, only in a process that has loaded it for other reasons.
 *
 * <p>A store uses only what belongs to its user alone. Then no other user can exchange a file or a directory of it, and
 * a path that was checked still means the same when it is used.
 *
 * @param mode type and permission bits
 */
public record FileOwnership(int mode, long owner, long links) {
    private static final int TYPE_BITS = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int REGULAR = 0100000;
    private static final int LINK = 0120000;
    private static final int WRITABLE_BY_OTHERS = 0022;

    /**
     * Checks a directory. A missing one passes.
     *
     * @throws IOException if it is no directory, a symbolic link, owned by another user, or writable by others
     */
    public static void requireFolder(Path folder) throws IOException {
        try {
            of(folder).checkFolder(folder, CurrentUser.id());
        } catch (NoSuchFileException absent) {
            return;
        }
    }

    /**
     * Checks a file.
     *
     * @throws NoSuchFileException if it is missing
     * @throws IOException if it is no regular file, owned by another user, writable by others, or has several names
     */
    public static void requireFile(Path file) throws IOException {
        of(file).checkFile(file, CurrentUser.id());
    }

    private static FileOwnership of(Path path) throws IOException {
        if (NativeCode.isLoaded()) {
            return NativeFileAttributes.of(new CString(path.toString()), path)
                    .orElseThrow(() -> new NoSuchFileException(path.toString()))
                    .ownership();
        }
        Map<String, Object> read = Files.readAttributes(path, "unix:mode,uid,nlink", LinkOption.NOFOLLOW_LINKS);
        return new FileOwnership((int) number(read, "mode"), number(read, "uid"), number(read, "nlink"));
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name))).longValue();
    }

    void checkFolder(Path folder, long user) throws IOException {
        if (type() == LINK) {
            throw new IOException(folder + " is a symbolic link, which Baton does not follow; nothing was changed;"
                    + " remove it with: rm " + quoted(folder));
        }
        if (type() != DIRECTORY) {
            throw new IOException(folder + " is not a directory; nothing was changed; move it away");
        }
        checkOwner(folder, user, "chown -R ");
        checkPermissions(folder);
    }

    void checkFile(Path file, long user) throws IOException {
        if (type() != REGULAR) {
            throw StoreFiles.notRegular(file);
        }
        checkOwner(file, user, "chown ");
        checkPermissions(file);
        if (links > 1) {
            throw new IOException(file + " has " + links + " names (hard links), so a change would reach another path;"
                    + " nothing was changed; stop all candidates, move it away and try again");
        }
    }

    private void checkOwner(Path path, long user, String command) throws IOException {
        if (owner != user) {
            throw new IOException(path + " belongs to the user with the id " + owner + ", but this process runs as "
                    + user + "; nothing was changed; run it as that user, choose another directory, or take it over"
                    + " with: " + command + user + " " + quoted(path));
        }
    }

    private void checkPermissions(Path path) throws IOException {
        if ((mode & WRITABLE_BY_OTHERS) != 0) {
            throw new IOException(path + " can be written by other users (mode " + Integer.toOctalString(mode & 07777)
                    + "); nothing was changed; repair it with: chmod go-w " + quoted(path));
        }
    }

    private int type() {
        return mode & TYPE_BITS;
    }

    private static String quoted(Path path) {
        String text = path.toString();
        return text.matches("[A-Za-z0-9._/:@%+=,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
