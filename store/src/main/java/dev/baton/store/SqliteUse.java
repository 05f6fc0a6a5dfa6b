package dev.baton.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.sqlite.SQLiteJDBCLoader;

/**
 * The use of an SQLite file by one store. The locks of SQLite belong to the process, so they do not exclude a second copy of
 * its library in the same process, as two web applications have that each bring their own. Worse, a copy that closes the file
 * frees the locks of the other one. The system properties are common to all copies, and count the stores of the one that uses
 * a file.
 */
final class SqliteUse {
    private static final String PREFIX = "dev.baton.store.sqlite.in-use:";

    /** The copy of the library: classes of Baton can exist twice and share it. */
    private static final String COPY = Integer.toHexString(System.identityHashCode(SQLiteJDBCLoader.class)) + " ";

    private final Path file;
    private Optional<String> key = Optional.empty();

    SqliteUse(Path file) {
        this.file = file;
    }

    /**
     * Begins the use, unless it has begun.
     *
     * @throws SQLException if another copy of the library uses the file
     */
    synchronized void begin() throws SQLException {
        if (key.isPresent()) {
            return;
        }
        String name = PREFIX + real();
        Object user = properties()
                .compute(
                        name,
                        (same, present) ->
                                present == null ? COPY + 1 : isOwn(present) ? COPY + (count(present) + 1) : present);
        if (!isOwn(user)) {
            throw SqliteFiles.refused(
                    file + " is in use by another copy of the SQLite library in this process, whose locks"
                            + " do not exclude this one: two class loaders have a driver each. Put one copy of"
                            + " org.xerial:sqlite-jdbc where both find it, or close the stores of the other one");
        }
        key = Optional.of(name);
    }

    /** Ends the use, if it has begun. */
    synchronized void end() {
        key.ifPresent(name -> properties()
                .compute(
                        name,
                        (same, present) -> isOwn(present) && count(present) > 1 ? COPY + (count(present) - 1) : null));
        key = Optional.empty();
    }

    private static Properties properties() {
        return System.getProperties();
    }

    private static boolean isOwn(Object present) {
        return String.valueOf(present).startsWith(COPY);
    }

    private static int count(Object present) {
        return Integer.parseInt(String.valueOf(present).substring(COPY.length()));
    }

    /** Returns the path without links. The file itself need not exist yet. */
    private Path real() {
        try {
            Path folder = file.getParent();
            return folder == null ? file : folder.toRealPath().resolve(file.getFileName());
        } catch (IOException missing) {
            return file;
        }
    }
}
