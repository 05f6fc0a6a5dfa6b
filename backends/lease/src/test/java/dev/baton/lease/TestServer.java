package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** One real server, with a fresh database for every test that asks. */
final class TestServer implements AutoCloseable {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final List<TestServer> SHARED = new ArrayList<>();

    private static final Map<String, String> CONFIGURATION =
            Map.of("max_connections", "200", "autovacuum", "off", "fsync", "off");

    private final EmbeddedPostgres postgres;
    private final Path data;

    private TestServer(EmbeddedPostgres postgres, Path data) {
        this.postgres = postgres;
        this.data = data;
    }

    /** One for all tests of a run. */
    static synchronized TestServer shared() {
        if (SHARED.isEmpty()) {
            SHARED.add(start());
        }
        return SHARED.get(0);
    }

    private static TestServer start() {
        try {
            Path data = Files.createTempDirectory("baton-lease");
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setDataDirectory(data);
            CONFIGURATION.forEach(builder::setServerConfig);
            TestServer server = new TestServer(builder.start(), data);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
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

    /** Gone with all its sessions, unless the server is gone already. */
    void dropDatabase(String name) {
        try {
            run("postgres", "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        } catch (IllegalStateException gone) {
            assertThat(gone).hasMessageContaining(name);
        }
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

    /** One of the programs that came with the server. */
    Path program(String name) {
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
    Path stop(String signal) {
        long pid = pid();
        Path control = program("pg_ctl");
        Commands.run("kill", "-" + signal, Long.toString(pid));
        Awaitility.await("the server is gone")
                .atMost(Duration.ofSeconds(60))
                .until(() -> !Files.exists(data.resolve("postmaster.pid")));
        return control;
    }

    /** Starts it again, on the same port with the same data. */
    void start(Path control) {
        StringBuilder options = new StringBuilder("-p " + port());
        CONFIGURATION.forEach(
                (name, value) -> options.append(" -c ").append(name).append('=').append(value));
        Commands.runAsServer(
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
