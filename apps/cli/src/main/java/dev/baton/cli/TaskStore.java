package dev.baton.cli;

import dev.baton.ConnectionException;
import dev.baton.file.posix.StoreFiles;
import dev.baton.store.ObjectStore;
import dev.baton.store.SqliteJournal;
import dev.baton.store.StoreSettings;
import dev.baton.support.text.LocalPath;
import dev.baton.support.text.MariadbLocation;
import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.io.IOException;
import java.nio.file.Path;

/** The object store of a store URL, for task locks. */
final class TaskStore {
    private static final String LEASE = "lease:";
    private static final String FILE = "file:";
    /** The journal of leases, because the file can be that of leases: a log beside it could be torn from it. */
    private static final StoreSettings SETTINGS = StoreSettings.defaults().with(SqliteJournal.ROLLBACK);

    private TaskStore() {}

    /** Opens the database of a URL, or an SQLite file in the directory of a {@code file:} URL. */
    static ObjectStore open(String url) {
        if (url.startsWith(FILE)) {
            return openFile(LocalPath.of(UrlParameters.withoutParameters(url).substring(FILE.length())));
        }
        String database =
                url.startsWith(LEASE) ? UrlParameters.without(url.substring(LEASE.length()), "ttl", "renew") : url;
        if (database.startsWith("sqlite:")
                || PostgresLocation.isPostgres(database)
                || MariadbLocation.isMariadb(database)) {
            return ObjectStore.open(database, SETTINGS);
        }
        throw new UsageException("once needs a database or a directory: --on postgres://, lease:postgres://,"
                + " lease:mariadb://, lease:sqlite: or file:DIR");
    }

    private static ObjectStore openFile(Path folder) {
        Path file = folder.resolve("once.db");
        try {
            StoreFiles.createDirectories(StoreFiles.parentOf(file));
            StoreFiles.requireRegular(file);
        } catch (IOException refused) {
            throw new ConnectionException(String.valueOf(refused.getMessage()), refused);
        }
        return ObjectStore.open("sqlite:" + file, SETTINGS);
    }
}
