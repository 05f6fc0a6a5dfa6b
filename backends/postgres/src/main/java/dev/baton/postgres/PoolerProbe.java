package dev.baton.postgres;

import dev.baton.LockException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;

/**
 * Detects a pooler that lets two clients share one server session, in which a lock would belong to both. Such a pooler
 * assigns any idle session, so the probe makes one session busy and compares the server processes.
 */
final class PoolerProbe {
    static final String ADVICE = "this looks like a transaction pooler (PgBouncer in transaction or statement mode)."
            + " Advisory locks need a session of their own: connect to the server itself, or to a pool in session mode";

    /** A session that another client uses for a moment can hide the pooler from one round. */
    private static final int ROUNDS = 4;

    /** PostgreSQL: a prepared statement exists already, or does not exist. */
    private static final Set<String> LOST_STATEMENTS = Set.of("42P05", "26000");

    private PoolerProbe() {}

    static void check(Connection connection, PostgresStore store) throws SQLException {
        int before = pid(connection);
        Connection other = store.connect("probe", SessionSettings.waiting(store.options()));
        try {
            for (int round = 0; round < ROUNDS; round++) {
                checkOnce(connection, before, other, store);
            }
        } catch (SQLException failed) {
            if (LOST_STATEMENTS.contains(String.valueOf(failed.getSQLState()))) {
                throw refusal(store, "a statement that one connection prepared is on another one");
            }
            throw failed;
        } finally {
            SessionEnd.close(other);
        }
    }

    private static void checkOnce(Connection connection, int before, Connection other, PostgresStore store)
            throws SQLException {
        if (pid(other) == before) {
            throw refusal(store, "two connections are served by one server process, " + before);
        }
        execute(other, "BEGIN");
        int busy = pid(other);
        int during = pid(connection);
        execute(other, "ROLLBACK");
        // The session that was freed last is often the next one, or the one that was freed first. With one request for
        // each connection, both could get the same two sessions in every round.
        List<Integer> served = List.of(during, pid(connection), pid(connection));
        if (busy == before) {
            throw refusal(store, "two connections are served by one server process, " + before);
        }
        for (int now : served) {
            if (now != before) {
                throw refusal(store, "one connection moved from server process " + before + " to " + now);
            }
        }
    }

    private static LockException refusal(PostgresStore store, String observation) {
        return new LockException(store.shown() + ": " + observation + ": " + ADVICE);
    }

    /** As text: the BEGIN of the driver's own transactions is a prepared statement, which a pooler loses. */
    private static void execute(Connection connection, String command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    /** Not a prepared statement: after some rounds the driver would keep it on a session that a pooler exchanges. */
    private static int pid(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }
}
