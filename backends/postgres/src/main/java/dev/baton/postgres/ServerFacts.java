package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * Facts about a server and about our session on it.
 *
 * @param version as {@code server_version_num}, for example 140024
 * @param idleSessionTimeout how long the server keeps this session when it is silent, in ms; 0 means forever
 */
record ServerFacts(
        int version,
        int pid,
        boolean inRecovery,
        boolean readOnly,
        long idleSessionTimeout,
        long locksPerTransaction,
        long maxConnections,
        Instant clock) {
    /** The first version with {@code idle_session_timeout}. */
    private static final int WITH_IDLE_TIMEOUT = 140000;

    private static final String FACTS = "SELECT current_setting('server_version_num')::int, pg_backend_pid(),"
            + " pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',"
            + " coalesce((SELECT setting FROM pg_settings WHERE name = 'idle_session_timeout')::bigint, 0),"
            + " current_setting('max_locks_per_transaction')::bigint, current_setting('max_connections')::bigint,"
            + " (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    static ServerFacts read(Connection connection) throws SQLException {
        return SqlQuery.of(connection, FACTS)
                .first(row -> new ServerFacts(
                        row.getInt(1),
                        row.getInt(2),
                        row.getBoolean(3),
                        row.getBoolean(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        Instant.ofEpochMilli(row.getLong(8))))
                .orElseThrow(() -> new SQLException("the server did not return its settings", "08P01"));
    }

    private long lockSlots() {
        return locksPerTransaction * maxConnections;
    }

    /** Returns the number of locks that elections may take: above a quarter, other clients may fail to connect. */
    long lockBudget() {
        return lockSlots() / 4;
    }

    String lockArithmetic() {
        return "max_locks_per_transaction " + locksPerTransaction + " * max_connections " + maxConnections + " = "
                + lockSlots() + " slots, a quarter of which is " + lockBudget();
    }

    boolean endsIdleSessions() {
        return version >= WITH_IDLE_TIMEOUT;
    }

    int major() {
        return version / 10000;
    }

    /** Refuses a server that cannot record elections. */
    void requireWritable(String store) {
        if (inRecovery) {
            throw new LockException(store + " is a hot standby and cannot record elections. Connect to the primary;"
                    + " with several hosts in the URL, add targetServerType=primary");
        }
        if (readOnly) {
            throw new LockException(
                    store + " is read-only (default_transaction_read_only is on) and cannot record elections."
                            + " Run: ALTER ROLE … SET default_transaction_read_only = off, or connect to the primary");
        }
    }

    /** Refuses a session for which the server did not apply the patience. */
    void requireIdleTimeout(String store, Duration patience) {
        if (endsIdleSessions() && (idleSessionTimeout == 0 || idleSessionTimeout > patience.toMillis())) {
            throw new LockException(store + ": idle_session_timeout is " + idleSessionTimeout
                    + " ms but must be between 1 and " + patience.toMillis()
                    + " ms; otherwise the server keeps the lock of an unresponsive leader. Baton set it on its"
                    + " session, but the server did not apply it: " + PoolerProbe.ADVICE);
        }
    }
}
