package dev.baton.lease;

import dev.baton.spi.BackendFactory;
import dev.baton.store.ConnectionSource;
import dev.baton.store.ObjectStore;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * Elections by lease over connections that the application opens itself.
 *
 * <p>Baton keeps up to four connections open, and one more that waits for notifications. They are long-lived, so a
 * {@code DataSource} without a pool is the right choice; a pool must be able to spare five connections. It gets back closed
 * ones, because Baton changes the settings of its sessions. A pooler that
 * shares sessions between clients (for example pgbouncer in transaction mode) delivers no notifications; elections are
 * safe with it, but a release is then noticed only by polling.
 *
 * <pre>{@code
 * Baton baton = Baton.builder()
 *         .backend(LeaseElections.postgres(dataSource, LeaseOptions.defaults()))
 *         .connect();
 * }</pre>
 */
public final class LeaseElections {

    private LeaseElections() {}

    /** Returns a backend for elections in the PostgreSQL database of a {@code DataSource}. */
    public static BackendFactory postgres(DataSource dataSource, LeaseOptions options) {
        Objects.requireNonNull(dataSource, "dataSource");
        return postgres(dataSource::getConnection, "postgres (DataSource)", options);
    }

    /**
     * Returns a backend for elections in a PostgreSQL database.
     *
     * @param connections opens connections to the database
     * @param shown the name of the database in logs and errors
     */
    public static BackendFactory postgres(ConnectionSource connections, String shown, LeaseOptions options) {
        return over(ObjectStore::postgres, connections, shown, options);
    }

    /** Returns a backend for elections in the MariaDB database of a {@code DataSource}. It needs one more connection. */
    public static BackendFactory mariadb(DataSource dataSource, LeaseOptions options) {
        Objects.requireNonNull(dataSource, "dataSource");
        return mariadb(dataSource::getConnection, "mariadb (DataSource)", options);
    }

    /**
     * Returns a backend for elections in a MariaDB database.
     *
     * @param connections opens connections to the database
     * @param shown the name of the database in logs and errors
     */
    public static BackendFactory mariadb(ConnectionSource connections, String shown, LeaseOptions options) {
        return over(ObjectStore::mariadb, connections, shown, options);
    }

    private static BackendFactory over(
            LeaseBackend.StoreOpener opener, ConnectionSource connections, String shown, LeaseOptions options) {
        Objects.requireNonNull(connections, "connections");
        Objects.requireNonNull(shown, "shown");
        Objects.requireNonNull(options, "options");
        return clock ->
                LeaseBackend.over(opener, connections, shown, options, clock).checkReachable();
    }
}
