package dev.baton.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real server, with a fresh database for every test that asks. */
final class TestServer implements AutoCloseable {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final EmbeddedPostgres postgres;

    private TestServer(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    static TestServer start(InputStream binaries) throws IOException {
        return new TestServer(EmbeddedPostgres.builder()
                .setPgBinaryResolver((system, hardware) -> binaries)
                .setServerConfig("max_connections", "200")
                .setServerConfig("max_prepared_transactions", "0")
                .setServerConfig("autovacuum", "off")
                .start());
    }

    int port() {
        return postgres.getPort();
    }

    /** A new, empty database. */
    String newDatabase() {
        String name = "test" + DATABASES.incrementAndGet();
        run("postgres", "CREATE DATABASE " + name);
        return name;
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + port() + "/" + database + "?user=postgres&ApplicationName=test");
    }

    void run(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /** The first column of the first row, as a number. */
    long number(String database, String question) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(question, failed);
        }
    }

    /** Ends sessions whose application name starts like this; how many there were. */
    long terminate(String database, String application) {
        return number(
                database,
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '" + database
                        + "' AND application_name LIKE '" + application + "%'");
    }

    @Override
    public void close() {
        try {
            postgres.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
