package dev.baton.postgres;

import dev.baton.spi.BackendFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Elections in a PostgreSQL database that the application connects to itself.
 *
 * <pre>{@code
 * PGSimpleDataSource dataSource = new PGSimpleDataSource();
 * dataSource.setUrl("jdbc:postgresql://db.internal/app");
 * Baton baton = Baton.builder()
 *         .backend(PostgresElections.using(dataSource, PostgresOptions.defaults()))
 *         .connect();
 * }</pre>
 *
 * <p>Baton keeps its sessions open for as long as the connection: one that holds the locks, one for all other requests,
 * and up to eight that wait for leaders in other processes. So a {@code DataSource} <em>without</em> a pool is the right
 * one, for example the driver's {@code PGSimpleDataSource}. A pool works too, with these consequences:
 *
 * <ul>
 *   <li>Each session occupies one connection of the pool; the pool must have at least eleven to spare.
 *   <li>Baton changes the settings of its sessions and takes locks in them. Therefore it never returns a usable
 *       connection: it unwraps the driver's connection, closes that, and then gives the pool the closed one to replace.
 *   <li>The pool must not share a connection, and must not close one in use because of its age.
 * </ul>
 *
 * <p>A {@code DataSource} that returns one session twice, or a pooler in transaction mode, is refused.
 *
 * <p>The sockets of foreign connections cannot be watched. The backend therefore polls: it receives notifications within
 * one second instead of immediately, and notices the end of its lock session with the next renewal. The death of a leader
 * still wakes a standby immediately. For the fastest handover use a {@code postgres:} URL.
 */
public final class PostgresElections {

    /** The liveness keys of all lock sessions of this JVM, to recognize a leader in the same process. */
    private static final Set<Long> LOCAL_KEYS = ConcurrentHashMap.newKeySet();

    private PostgresElections() {}

    /** Returns a factory for a backend that connects through the {@code DataSource}. */
    public static BackendFactory using(DataSource dataSource, PostgresOptions options) {
        return using(new DataSourceConnections(dataSource, options.requestTimeout()), options);
    }

    /** Returns a factory for a backend that gets its connections from the given factory. */
    public static BackendFactory using(ConnectionFactory connections, PostgresOptions options) {
        return clock ->
                PostgresBackend.open(connections, options, clock, LOCAL_KEYS).checked();
    }
}
