package dev.baton.postgres;

import dev.baton.LockException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/**
 * What a server says of itself and of the session it gave us.
 *
 * @param version as {@code server_version_num}, e.g. 140024
 * @param idleSessionTimeout how long it keeps this session when it is silent, in ms; 0 for ever
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
    /** The first version that ends idle sessions by itself. */
    static final int WITH_IDLE_TIMEOUT = 140000;

    private static final String QUESTION = "SELECT current_setting('server_version_num')::int, pg_backend_pid(),"
            + " pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',"
            + " coalesce((SELECT setting FROM pg_settings WHERE name = 'idle_session_timeout')::bigint, 0),"
            + " current_setting('max_locks_per_transaction')::bigint, current_setting('max_connections')::bigint,"
            + " (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    static ServerFacts of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(QUESTION)) {
            if (!row.next()) {
                throw new SQLException("the server said nothing of itself", "08P01");
            }
            return new ServerFacts(
                    row.getInt(1),
                    row.getInt(2),
                    row.getBoolean(3),
                    row.getBoolean(4),
                    row.getLong(5),
                    row.getLong(6),
                    row.getLong(7),
                    Instant.ofEpochMilli(row.getLong(8)));
        }
    }

    long lockSlots() {
        return locksPerTransaction * maxConnections;
    }

    /** How many locks we let elections take: beyond a quarter nobody else may be able to connect. */
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

    /** Refuses a server that cannot hold elections. */
    void check(String store) {
        if (inRecovery) {
            throw new LockException(store + " is a hot standby: it cannot record an election. Connect to the primary;"
                    + " with several hosts in the URL, add targetServerType=primary");
        }
        if (readOnly) {
            throw new LockException(
                    store + " is read-only (default_transaction_read_only is on): it cannot record an"
                            + " election. Run: ALTER ROLE … SET default_transaction_read_only = off, or connect to the primary");
        }
    }

    /** Refuses a patience that the server did not take over. */
    void checkPatience(String store, Duration patience) {
        if (endsIdleSessions() && (idleSessionTimeout == 0 || idleSessionTimeout > patience.toMillis())) {
            throw new LockException(store + " would keep a silent leader's lock for ever: idle_session_timeout is "
                    + idleSessionTimeout + " ms, but has to be " + patience.toMillis()
                    + " ms. It was set on our own session and is not there: " + PoolerProbe.ADVICE);
        }
    }
}
