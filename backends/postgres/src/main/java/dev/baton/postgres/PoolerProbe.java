package dev.baton.postgres;

import dev.baton.LockException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Finds out whether two clients share one server session: then a lock would be anybody's. A pooler gives a
 * session that is free to whoever asks, so the probe makes one session busy and looks where the other went.
 */
final class PoolerProbe {
    static final String ADVICE = "this looks like a transaction pooler (PgBouncer in transaction or statement mode)."
            + " Advisory locks need a session of their own: connect to the server itself, or to a pool in session mode";

    private PoolerProbe() {}

    static void check(Connection ours, PostgresStore store) throws SQLException {
        int before = pid(ours);
        Connection other = store.connect("probe", SessionSettings.waiting(store.options()));
        try {
            if (pid(other) == before) {
                throw refusal(store, "two connections are served by one server process, " + before);
            }
            other.setAutoCommit(false);
            int busy = pid(other);
            int after = pid(ours);
            other.rollback();
            if (busy == before || after != before) {
                throw refusal(store, "one connection moved from server process " + before + " to " + after);
            }
        } finally {
            PostgresStore.close(other);
        }
    }

    private static LockException refusal(PostgresStore store, String seen) {
        return new LockException(store.shown() + ": " + seen + ": " + ADVICE);
    }

    private static int pid(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            return row.next() ? row.getInt(1) : 0;
        }
    }
}
