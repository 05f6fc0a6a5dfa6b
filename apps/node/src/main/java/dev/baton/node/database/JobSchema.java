package dev.baton.node.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables, which differ between the two databases in how rows are numbered. */
final class JobSchema {
    private static final long CREATION_KEY = 0x6261746f6e6e6f64L;

    private static final List<String> TABLES = List.of(
            "CREATE TABLE IF NOT EXISTS baton_jobs (seq {number}, id text NOT NULL UNIQUE, name text NOT NULL,"
                    + " payload text, command text, timeout_ms bigint NOT NULL, max_attempts integer,"
                    + " priority integer NOT NULL, state text NOT NULL, job_epoch bigint NOT NULL,"
                    + " leader_epoch bigint NOT NULL, attempt integer NOT NULL, lease_id text, agent text,"
                    + " exit_code integer, output text, created_ms bigint NOT NULL, updated_ms bigint NOT NULL,"
                    + " idem_key text UNIQUE, idem_print text)",
            "CREATE INDEX IF NOT EXISTS baton_jobs_queue ON baton_jobs (priority DESC, seq) WHERE state = 'queued'",
            "CREATE INDEX IF NOT EXISTS baton_jobs_state ON baton_jobs (state, seq)",
            "CREATE TABLE IF NOT EXISTS baton_job_leases (id text PRIMARY KEY, job_id text NOT NULL,"
                    + " job_epoch bigint NOT NULL, agent text NOT NULL, granted_epoch bigint NOT NULL,"
                    + " ttl_ms bigint NOT NULL, deadline_ms bigint NOT NULL, ended text,"
                    + " leader_epoch bigint NOT NULL)",
            "CREATE INDEX IF NOT EXISTS baton_job_leases_live ON baton_job_leases (agent) WHERE ended IS NULL",
            "CREATE TABLE IF NOT EXISTS baton_agents (name text PRIMARY KEY, state text NOT NULL,"
                    + " first_seen_ms bigint NOT NULL, last_seen_ms bigint NOT NULL, leader_epoch bigint NOT NULL)",
            "CREATE TABLE IF NOT EXISTS baton_job_events (id {number}, kind text NOT NULL, data text NOT NULL,"
                    + " leader_epoch bigint NOT NULL, at_ms bigint NOT NULL)",
            "CREATE TABLE IF NOT EXISTS baton_terms (leader_epoch bigint PRIMARY KEY, node_id text NOT NULL,"
                    + " url text NOT NULL, lock_epoch bigint NOT NULL, since_ms bigint NOT NULL)");

    private static final String FENCE =
            "CREATE TABLE baton_fence (election varchar(128) NOT NULL PRIMARY KEY, epoch bigint NOT NULL)";

    private JobSchema() {}

    /**
     * The statements that make tables of the same names which only one session of PostgreSQL sees, before all others,
     * and which are gone with it.
     */
    static String temporary() {
        return Stream.concat(TABLES.stream(), Stream.of(FENCE))
                .map(table -> numbered(table, false)
                        .replaceFirst("^CREATE TABLE (IF NOT EXISTS )?", "CREATE TEMPORARY TABLE "))
                .collect(Collectors.joining("; "));
    }

    private static String numbered(String table, boolean sqlite) {
        return table.replace(
                "{number}",
                sqlite ? "integer PRIMARY KEY AUTOINCREMENT" : "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
    }

    static void create(Connection connection, boolean sqlite) throws SQLException {
        if (exists(connection)) {
            return;
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            if (!sqlite) {
                statement.execute("SELECT pg_advisory_xact_lock(" + CREATION_KEY + ")");
            }
            for (String table : TABLES) {
                statement.execute(numbered(table, sqlite));
            }
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static boolean exists(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT 1 FROM baton_terms WHERE 1 = 0")) {
            return !none.next();
        } catch (SQLException missing) {
            return false;
        }
    }
}
