package dev.baton.lab.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A PostgreSQL server for one benchmark: durable commits, statements counted, otherwise as it comes. */
final class LabServer implements AutoCloseable {
    /** For programs of the lab: they log nothing but trouble. */
    static final List<String> QUIET = List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

    /** The statements of everybody but this class, since they were last forgotten. */
    private static final String STATEMENTS = "SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements s"
            + " JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = 'lab'";

    private final EmbeddedPostgres postgres;

    private LabServer(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    static LabServer start() throws IOException {
        EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "400")
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setServerConfig("pg_stat_statements.track_utility", "on")
                .start();
        LabServer server = new LabServer(postgres);
        server.run("CREATE EXTENSION pg_stat_statements");
        server.run("CREATE ROLE lab LOGIN SUPERUSER");
        server.run("CREATE DATABASE lab OWNER lab");
        return server;
    }

    /** The store, for an election. */
    String url() {
        return "postgres://lab@localhost:" + postgres.getPort() + "/lab";
    }

    /** The same database, for a driver. */
    String jdbcUrl() {
        return "jdbc:postgresql://localhost:" + postgres.getPort() + "/lab?user=lab";
    }

    /** Sessions of whoever is measured. */
    long connections() throws IOException {
        return number("SELECT count(*) FROM pg_stat_activity WHERE datname = 'lab'");
    }

    /** Sessions that wait for an advisory lock. */
    long waiting() throws IOException {
        return number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
    }

    void forgetStatements() throws IOException {
        run("SELECT pg_stat_statements_reset()");
    }

    long statements() throws IOException {
        return number(STATEMENTS);
    }

    /** Counts no statements from the next session on: to count a small one costs a good part of it. */
    void countNothing() throws IOException {
        run("ALTER ROLE lab SET pg_stat_statements.track = 'none'");
    }

    /** Empties the database of everything. */
    void clear() throws IOException {
        run("DROP DATABASE lab WITH (FORCE)");
        run("CREATE DATABASE lab OWNER lab");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres?user=postgres");
    }

    private void run(String sql) throws IOException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IOException(sql, failed);
        }
    }

    private long number(String question) throws IOException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IOException(question, failed);
        }
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
