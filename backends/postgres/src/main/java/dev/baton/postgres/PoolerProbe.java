package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Detects a pooler that lets two clients share one server session, in which a lock would belong to both. Such a pooler
 * assigns any idle session, so the probe makes one session busy and compares the server processes.
 */
final class PoolerProbe {
    static final String ADVICE = "this looks like a transaction pooler (PgBouncer in transaction or statement mode)."
            + " Advisory locks need a session of their own: connect to the server itself, or to a pool in session mode";

    private PoolerProbe() {}

    static void check(Connection connection, PostgresStore store) throws SQLException {
        int before = pid(connection);
        Connection other = store.connect("probe", SessionSettings.waiting(store.options()));
        try {
            if (pid(other) == before) {
                throw refusal(store, "two connections are served by one server process, " + before);
            }
            other.setAutoCommit(false);
            int busy = pid(other);
            int after = pid(connection);
            other.rollback();
            if (busy == before || after != before) {
                throw refusal(store, "one connection moved from server process " + before + " to " + after);
            }
        } finally {
            SessionEnd.close(other);
        }
    }

    private static LockException refusal(PostgresStore store, String observation) {
        return new LockException(store.shown() + ": " + observation + ": " + ADVICE);
    }

    private static int pid(Connection connection) throws SQLException {
        return SqlQuery.of(connection, "SELECT pg_backend_pid()")
                .first(row -> row.getInt(1))
                .orElse(0);
    }
}
