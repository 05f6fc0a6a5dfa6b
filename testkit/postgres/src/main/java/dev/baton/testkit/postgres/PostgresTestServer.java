package dev.baton.testkit.postgres;

import dev.baton.testkit.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** One PostgreSQL server, with a fresh database for every test. */
public record PostgresTestServer(EmbeddedPostgres postgres, Path data, Map<String, String> configuration)
        implements AutoCloseable {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static final Map<String, String> CONFIGURATION =
            Map.of("max_connections", "200", "autovacuum", "off", "fsync", "off");

    static PostgresTestServer start(InputStream binaries, Map<String, String> changes) throws IOException {
        Map<String, String> configuration = new HashMap<>(CONFIGURATION);
        configuration.putAll(changes);
        Path data = Files.createTempDirectory("baton-postgres");
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPgBinaryResolver((system, hardware) -> binaries)
                .setDataDirectory(data)
                .setPort(FreePort.next());
        configuration.forEach(builder::setServerConfig);
        return new PostgresTestServer(builder.start(), data, configuration);
    }

    /** Returns the TCP port on the loopback interface. */
    public int port() {
        return postgres.getPort();
    }

    /** Creates an empty database and returns its name. */
    public String newDatabase() {
        String name = "test" + DATABASES.incrementAndGet();
        run("postgres", "CREATE DATABASE " + name);
        return name;
    }

    /** Drops a database with all its sessions. Does nothing if the server is down. */
    public void dropDatabase(String name) {
        try {
            run("postgres", "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        } catch (IllegalStateException down) {
            // The test may have stopped its server.
        }
    }

    /** Returns the store URL of a database. */
    public String url(String user, String database) {
        return "postgres://" + user + "@localhost:" + port() + "/" + database;
    }

    /** Opens a plain session as {@code postgres}, with the application name {@code test}. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + port() + "/" + database + "?user=postgres&ApplicationName=test");
    }

    /** Runs statements as {@code postgres}. */
    public void run(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /** Returns the first column of the first row as a number. */
    public long number(String database, String query) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(query, failed);
        }
    }

    /** Terminates the sessions whose application name has the given start, and returns their number. */
    public long terminate(String database, String application) {
        return number(
                database,
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '" + database
                        + "' AND application_name LIKE '" + application + "%' AND pid <> pg_backend_pid()");
    }

    /** Returns the path of a program that belongs to the server. */
    public Path program(String name) {
        return ProcessHandle.of(pid())
                .flatMap(process -> process.info().command())
                .map(server -> Path.of(server).resolveSibling(name))
                .orElseThrow(() -> new IllegalStateException("the server is not running"));
    }

    /** Returns the process id of the main process. */
    public long pid() {
        try {
            return Long.parseLong(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Stops the server and returns the program for {@link #start(Path)}.
     *
     * @param signal {@code INT} for an orderly shutdown, {@code QUIT} for an immediate one that needs recovery
     */
    public Path stop(String signal) {
        Path control = kill(signal);
        Awaitility.await("the server has stopped")
                .atMost(Duration.ofSeconds(60))
                .until(() -> !Files.exists(data.resolve("postmaster.pid")));
        return control;
    }

    /** Kills the main process with {@code kill -9} and returns the program for {@link #start(Path)}. Sessions end later. */
    public Path kill() {
        return kill("KILL");
    }

    private Path kill(String signal) {
        Path control = program("pg_ctl");
        TestCommands.run("kill", "-" + signal, Long.toString(pid()));
        return control;
    }

    /** Starts the server again, on the same port with the same data. */
    public void start(Path control) {
        start(control, data, port());
    }

    /** Starts a server with the settings of this one, on other data and another port. */
    void start(Path control, Path otherData, int otherPort) {
        StringBuilder options = new StringBuilder("-p " + otherPort);
        configuration.forEach(
                (name, value) -> options.append(" -c ").append(name).append('=').append(value));
        TestCommands.runAsServer(
                control.toString(),
                "-D",
                otherData.toString(),
                "-w",
                "-l",
                otherData.resolve("restart.log").toString(),
                "-o",
                options.toString(),
                "start");
    }

    /** Makes a backup while the server runs, as {@code pg_basebackup} does. The server must be version 15 or newer. */
    public BaseBackup baseBackup() {
        return BaseBackup.of(this);
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
