package dev.baton.node.database;

import dev.baton.BatonException;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SqlQuery;
import dev.baton.support.sql.TableSignature;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of a job database. The dialects differ in how rows are numbered. */
final class JobSchema {
    private static final String COMPONENT = "jobs";
    private static final String PROBE = "SELECT 1 FROM baton_terms WHERE 1 = 0";

    static final TableSignature SIGNATURE =
            new TableSignature("baton_jobs", List.of("id", "name", "state", "job_epoch"), List.of("baton_terms"));

    private static final List<String> VERSION_1 = List.of(
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

    /** For the removal of old jobs and leases, for labels, and for terms that are about to end. */
    private static final List<String> VERSION_2 = List.of(
            "CREATE INDEX IF NOT EXISTS baton_jobs_ended ON baton_jobs (updated_ms)"
                    + " WHERE state NOT IN ('queued', 'leased')",
            "CREATE INDEX IF NOT EXISTS baton_job_leases_job ON baton_job_leases (job_id)",
            "CREATE INDEX IF NOT EXISTS baton_job_leases_ended ON baton_job_leases (deadline_ms) WHERE ended IS NOT NULL",
            "ALTER TABLE baton_jobs ADD COLUMN {if_missing} requires text",
            "ALTER TABLE baton_agents ADD COLUMN {if_missing} labels text",
            "ALTER TABLE baton_terms ADD COLUMN {if_missing} draining integer");

    /** For output that is followed: how much of it there was in all. */
    private static final List<String> VERSION_3 =
            List.of("ALTER TABLE baton_jobs ADD COLUMN {if_missing} output_bytes bigint");

    private static final String FENCE =
            "CREATE TABLE baton_fence (election varchar(128) NOT NULL PRIMARY KEY, epoch bigint NOT NULL)";

    private JobSchema() {}

    /**
     * Refuses a PostgreSQL database that cannot store every text: the result of a job with another character in its output
     * would be refused each time, and the job would run until its attempts are used up.
     *
     * @throws BatonException if its encoding is neither UTF8 nor SQL_ASCII, which stores bytes as they are
     */
    static void requireEncoding(Connection connection, String database) throws SQLException {
        String encoding = SqlQuery.of(connection, "SELECT current_setting('server_encoding')")
                .first(row -> row.getString(1))
                .orElse("");
        if (!Set.of("UTF8", "SQL_ASCII").contains(encoding)) {
            throw new BatonException(database + " has the encoding " + encoding
                    + ", which cannot store the texts of all jobs. Use a database that was created with"
                    + " ENCODING 'UTF8' TEMPLATE template0");
        }
    }

    /** Returns the migrations. SQLite needs no lock: its transactions take the write lock when they begin. */
    static SchemaMigrations migrations(boolean sqlite) {
        return new SchemaMigrations(
                COMPONENT,
                PROBE,
                sqlite ? "" : SchemaMigrations.POSTGRES_LOCK,
                Stream.of(VERSION_1, VERSION_2, VERSION_3)
                        .map(version -> version.stream()
                                .map(statement -> inDialect(statement, sqlite))
                                .toList())
                        .toList());
    }

    /**
     * Returns the statements that create temporary tables in PostgreSQL. Only one session sees them, they take precedence
     * over the real tables, and they end with the session.
     */
    static String temporaryTables() {
        SchemaMigrations migrations = migrations(false);
        Stream<String> tables = Stream.concat(
                        migrations.migrations().stream().flatMap(List::stream),
                        Stream.of(FENCE, SchemaMigrations.TABLE))
                .map(table -> table.replaceFirst("^CREATE TABLE (IF NOT EXISTS )?", "CREATE TEMPORARY TABLE "));
        String version = "INSERT INTO baton_schema VALUES ('" + COMPONENT + "', " + migrations.latest() + ")";
        return Stream.concat(tables, Stream.of(version)).collect(Collectors.joining("; "));
    }

    private static String inDialect(String statement, boolean sqlite) {
        return statement
                .replace(
                        "{number}",
                        sqlite
                                ? "integer PRIMARY KEY AUTOINCREMENT"
                                : "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
                .replace(" {if_missing}", sqlite ? "" : " IF NOT EXISTS");
    }
}
