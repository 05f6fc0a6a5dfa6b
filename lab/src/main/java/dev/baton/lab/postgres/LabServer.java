package dev.baton.lab.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.support.sql.SqlQuery;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A PostgreSQL server for one benchmark, with durable commits and counted statements, otherwise with defaults. */
public record LabServer(EmbeddedPostgres postgres) implements AutoCloseable {
    /** Counts the statements of the measured programs, which use the role lab, since the last reset. */
    static LabServer start() throws Exception {
        EmbeddedPostgres postgres = durable()
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

    /** Returns the settings of an embedded server that syncs every commit. */
    public static EmbeddedPostgres.Builder durable() {
        return EmbeddedPostgres.builder().setServerConfig("fsync", "on").setServerConfig("synchronous_commit", "on");
    }

    /** Opens the most common connection pool, with its defaults except for the size. */
    public static HikariDataSource pool(String jdbcUrl, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    /** The statements of a transaction. */
    public interface TransactionBody<T> {
        T run(Connection connection) throws SQLException;
    }

    public static <T> T inTransaction(DataSource source, TransactionBody<T> body) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            T result = body.run(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        }
    }

    /** Starts a candidate on this server. */
    LabProcess candidate(String id) throws IOException {
        return LabProcess.start(LabProcess.QUIET, CandidateProcess.class, url(), "lab", id);
    }

    /** Starts a {@link BareSession} on this server. */
    LabProcess bareSession() throws Exception {
        LabProcess session = LabProcess.start(LabProcess.QUIET, BareSession.class, jdbcUrl());
        session.await("ready");
        return session;
    }

    /** Returns the URL for an election. */
    String url() {
        return "postgres://lab@localhost:" + postgres.getPort() + "/lab";
    }

    /** Returns the URL of the same database for JDBC. */
    String jdbcUrl() {
        return "jdbc:postgresql://localhost:" + postgres.getPort() + "/lab?user=lab";
    }

    /** Returns the number of sessions that wait for an advisory lock. */
    long blockedSessions() throws SQLException {
        return number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
    }

    /** Stops counting in new sessions, because counting takes a large part of the time of a small statement. */
    void disableStatementCount() throws SQLException {
        run("ALTER ROLE lab SET pg_stat_statements.track = 'none'");
    }

    /** Recreates the database. */
    void clear() throws SQLException {
        run("DROP DATABASE lab WITH (FORCE)");
        run("CREATE DATABASE lab OWNER lab");
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
            SqlQuery.of(connection, sql).update();
        }
    }

    /** Returns the number that a query of the superuser results in. */
    long number(String query) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
            return SqlQuery.of(connection, query).first(row -> row.getLong(1)).orElseThrow();
        }
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
