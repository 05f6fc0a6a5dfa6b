package dev.baton.testkit.postgres;

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

/** One real server, with a fresh database for every test that asks. */
public final class PostgresTestServer implements AutoCloseable {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static final Map<String, String> CONFIGURATION =
            Map.of("max_connections", "200", "autovacuum", "off", "fsync", "off");

    private final EmbeddedPostgres postgres;
    private final Path data;
    private final Map<String, String> configuration;

    private PostgresTestServer(EmbeddedPostgres postgres, Path data, Map<String, String> configuration) {
        this.postgres = postgres;
        this.data = data;
        this.configuration = configuration;
    }

    static PostgresTestServer start(InputStream binaries, Map<String, String> changes) throws IOException {
        Map<String, String> configuration = new HashMap<>(CONFIGURATION);
        configuration.putAll(changes);
        Path data = Files.createTempDirectory("baton-postgres");
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPgBinaryResolver((system, hardware) -> binaries)
                .setDataDirectory(data);
        configuration.forEach(builder::setServerConfig);
        return new PostgresTestServer(builder.start(), data, configuration);
    }

    public int port() {
        return postgres.getPort();
    }

    /** A new, empty database. */
    public String newDatabase() {
        String name = "test" + DATABASES.incrementAndGet();
        run("postgres", "CREATE DATABASE " + name);
        return name;
    }

    /** Gone with all its sessions, unless the server is gone already. */
    public void dropDatabase(String name) {
        try {
            run("postgres", "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        } catch (IllegalStateException gone) {
            // A test may have broken its server.
        }
    }

    /** Where somebody finds a database, for a store of Baton. */
    public String url(String user, String database) {
        return "postgres://" + user + "@localhost:" + port() + "/" + database;
    }

    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + port() + "/" + database + "?user=postgres&ApplicationName=test");
    }

    public void run(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /** The first column of the first row, as a number. */
    public long number(String database, String question) {
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
    public long terminate(String database, String application) {
        return number(
                database,
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '" + database
                        + "' AND application_name LIKE '" + application + "%' AND pid <> pg_backend_pid()");
    }

    public Path data() {
        return data;
    }

    /** One of the programs that came with the server. */
    public Path program(String name) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid()), "exe"))
                    .resolveSibling(name);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private long pid() {
        try {
            return Long.parseLong(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Stops it and tells what starts it: {@code INT} ends all sessions in an orderly way, {@code QUIT} as a crash would. */
    public Path stop(String signal) {
        long pid = pid();
        Path control = program("pg_ctl");
        TestCommands.run("kill", "-" + signal, Long.toString(pid));
        Awaitility.await("the server is gone")
                .atMost(Duration.ofSeconds(60))
                .until(() -> !Files.exists(data.resolve("postmaster.pid")));
        return control;
    }

    /** Ends its first process with {@code kill -9} and tells what starts it; the sessions end when they notice. */
    public Path kill() {
        long pid = pid();
        Path control = program("pg_ctl");
        TestCommands.run("kill", "-KILL", Long.toString(pid));
        return control;
    }

    /** Starts it again, on the same port with the same data. */
    public void start(Path control) {
        StringBuilder options = new StringBuilder("-p " + port());
        configuration.forEach(
                (name, value) -> options.append(" -c ").append(name).append('=').append(value));
        TestCommands.runAsServer(
                control.toString(),
                "-D",
                data.toString(),
                "-w",
                "-l",
                data.resolve("restart.log").toString(),
                "-o",
                options.toString(),
                "start");
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
