package dev.baton.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * The native library of the SQLite driver in a private folder. The driver would copy it to the temporary folder at every
 * start, and a killed process leaves its copy there. Where the folder cannot be used, the driver does as it always does.
 */
final class SqliteLibrary {
    private static final String PATH = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private SqliteLibrary() {}

    /** Loads the library, once per process. Settings of the application win. */
    static synchronized void load() {
        boolean chosen = System.getProperty(PATH) != null || System.getProperty("org.sqlite.tmpdir") != null;
        try {
            Optional<Path> library = chosen ? Optional.empty() : installed(folder());
            if (library.isPresent()) {
                System.setProperty(PATH, String.valueOf(library.get().getParent()));
                System.setProperty(NAME, String.valueOf(library.get().getFileName()));
            }
            SQLiteJDBCLoader.initialize();
        } catch (Exception failed) {
            SessionPool.LOG.debug("the SQLite driver loads its library in its own way", failed);
        } finally {
            if (!chosen) {
                System.clearProperty(PATH);
                System.clearProperty(NAME);
            }
        }
    }

    private static Path folder() {
        String cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).orElse("");
        Path base = cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return base.resolve("baton");
    }

    /** Returns the library in the folder, written if it is missing or differs; empty if the folder is not private. */
    static Optional<Path> installed(Path folder) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        byte[] content;
        try (InputStream resource =
                SQLiteJDBCLoader.class.getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name)) {
            if (resource == null || !folder.isAbsolute()) {
                return Optional.empty();
            }
            content = resource.readAllBytes();
        }
        Files.createDirectories(folder, PRIVATE);
        Path written = Files.createTempFile(folder, "sqlite-", ".tmp");
        try {
            if (!isPrivate(folder, written)) {
                return Optional.empty();
            }
            Path library = folder.resolve(SQLiteJDBCLoader.getVersion() + "-" + name);
            if (!Files.isRegularFile(library, LinkOption.NOFOLLOW_LINKS)
                    || !Arrays.equals(Files.readAllBytes(library), content)) {
                Files.write(written, content);
                Files.move(written, library, StandardCopyOption.ATOMIC_MOVE);
            }
            return Optional.of(library);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** A new file belongs to this user, so its owner shows whether the folder does too. */
    private static boolean isPrivate(Path folder, Path ownFile) throws IOException {
        Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(Files.getAttribute(ownFile, "unix:uid"))
                && !allowed.contains(PosixFilePermission.GROUP_WRITE)
                && !allowed.contains(PosixFilePermission.OTHERS_WRITE);
    }
}
