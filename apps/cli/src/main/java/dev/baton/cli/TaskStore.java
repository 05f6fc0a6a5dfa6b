package dev.baton.cli;

import dev.baton.store.ObjectStore;
import dev.baton.support.text.MariadbLocation;
import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The object store of a store URL, for task locks. */
final class TaskStore {
    private static final String LEASE = "lease:";
    private static final String FILE = "file:";

    private TaskStore() {}

    /** Opens the database of a URL, or an SQLite file in the directory of a {@code file:} URL. */
    static ObjectStore open(String url) {
        if (url.startsWith(FILE)) {
            Path folder = Path.of(UrlParameters.withoutParameters(url).substring(FILE.length()));
            try {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot create " + folder, failed);
            }
            return ObjectStore.open("sqlite:" + folder.resolve("once.db"));
        }
        String database =
                url.startsWith(LEASE) ? UrlParameters.without(url.substring(LEASE.length()), "ttl", "renew") : url;
        if (database.startsWith("sqlite:")
                || PostgresLocation.isPostgres(database)
                || MariadbLocation.isMariadb(database)) {
            return ObjectStore.open(database);
        }
        throw new UsageException("once needs a database or a directory: --on postgres://, lease:postgres://,"
                + " lease:mariadb://, lease:sqlite: or file:DIR");
    }
}
