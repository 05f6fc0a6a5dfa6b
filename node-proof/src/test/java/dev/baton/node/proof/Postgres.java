package dev.baton.node.proof;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A real server for one class of tests. */
final class Postgres implements AutoCloseable {
    private final EmbeddedPostgres server;

    Postgres() {
        try {
            server = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    int port() {
        return server.getPort();
    }

    /** The URL of a ledger, or of an election, as seen through this port. */
    static String url(int port) {
        return "postgres://postgres@127.0.0.1:" + port + "/postgres";
    }

    Connection connect() {
        try {
            return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port() + "/postgres?user=postgres");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static void run(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    long number(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
