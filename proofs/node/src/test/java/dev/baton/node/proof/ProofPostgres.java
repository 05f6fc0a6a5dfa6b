package dev.baton.node.proof;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;

/** A PostgreSQL server for one test class, with durable commits. */
final class ProofPostgres implements AutoCloseable {
    private final PostgresTestServer server =
            TestServers.started("newest", Map.of("synchronous_commit", "on", "fsync", "on"));

    int port() {
        return server.port();
    }

    /** Returns the URL for a job database or an election through this port. */
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

    /** Returns the first column of the first row. */
    static long number(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    long number(String sql) {
        return server.number("postgres", sql);
    }

    DatabaseAudit audit() {
        try (Connection connection = connect()) {
            return new DatabaseAudit(connection);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Restarts the server in order. Its sessions end. */
    void restart() {
        server.start(server.stop("INT"));
    }

    /** Kills the main process of the server with {@code kill -9}, runs the task, and restarts the server. */
    void killAndRestart(Runnable meanwhile) {
        Path control = server.kill();
        meanwhile.run();
        // It cannot start before the last session of the killed server has ended.
        Awaitility.await("the server runs again")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> {
                    server.start(control);
                    return true;
                });
    }

    @Override
    public void close() {
        server.close();
    }
}
