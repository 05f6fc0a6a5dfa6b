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

/** A real server for one class of tests, one that keeps what it confirmed. */
final class Postgres implements AutoCloseable {
    private final PostgresTestServer server =
            TestServers.started("newest", Map.of("synchronous_commit", "on", "fsync", "on"));

    int port() {
        return server.port();
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

    /** The first column of the first row. */
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

    LedgerJudge judge() {
        try (Connection connection = connect()) {
            return new LedgerJudge(connection);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Kills the server's first process with {@code kill -9}, and does something before it is started again. */
    void killed(Runnable meanwhile) {
        Path control = server.kill();
        meanwhile.run();
        // It cannot begin before the last session of the killed one has noticed.
        Awaitility.await("the server is back")
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
