package dev.baton.testkit.postgres;

import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A second server that receives the changes of another one by streaming replication. */
public final class PostgresReplica implements AutoCloseable {
    private final Path data;
    private final Path control;
    private final int port;

    private PostgresReplica(Path data, Path control, int port) {
        this.data = data;
        this.control = control;
        this.port = port;
    }

    /** Starts a replica of the primary, and waits until it has all changes. */
    public static PostgresReplica of(PostgresTestServer primary) {
        Path data = primary.baseBackup().directory();
        Path control = primary.program("pg_ctl");
        try {
            Files.createFile(data.resolve("standby.signal"));
            Files.writeString(
                    data.resolve("postgresql.auto.conf"),
                    "\nprimary_conninfo = 'host=localhost port=" + primary.port() + " user=postgres'\n",
                    StandardOpenOption.APPEND);
            int port = FreePort.next();
            primary.start(control, data, port);
            PostgresReplica replica = new PostgresReplica(data, control, port);
            replica.awaitChangesOf(primary);
            return replica;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Waits until the replica has applied all that is committed on the primary now. */
    public void awaitChangesOf(PostgresTestServer primary) {
        long written = primary.number("postgres", "SELECT (pg_current_wal_lsn() - '0/0')::bigint");
        Awaitility.await("the replica has the changes")
                .atMost(Duration.ofSeconds(60))
                .until(() -> number("SELECT coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint") >= written);
    }

    public int port() {
        return port;
    }

    /** Cuts the replica off: later changes of the primary do not reach it. */
    public void disconnect() {
        run("ALTER SYSTEM SET primary_conninfo = ''");
        run("SELECT pg_reload_conf()");
        Awaitility.await("the replica receives nothing")
                .atMost(Duration.ofSeconds(60))
                .until(() -> number("SELECT count(*) FROM pg_stat_wal_receiver") == 0);
    }

    /** Makes the replica the primary of its own. */
    public void promote() {
        run("SELECT pg_promote()");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres");
    }

    private void run(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    private long number(String query) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(query, failed);
        }
    }

    @Override
    public void close() {
        TestCommands.runAsServer(control.toString(), "-D", data.toString(), "-m", "immediate", "-w", "stop");
    }
}
