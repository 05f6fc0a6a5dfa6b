package dev.baton.testkit.mariadb;

import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.FreePort;
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
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** One MariaDB server on a loopback port, with a fresh database for every test. */
public final class MariadbTestServer implements AutoCloseable {
    /** The user who may do everything, without a password. */
    public static final String USER = "test";

    private static final int UNKNOWN_SESSION = 1094;
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static @Nullable MariadbTestServer shared;

    private final Path data;
    private final int port;
    private final List<String> options;
    private volatile @Nullable Process process;

    private MariadbTestServer(Path data, int port, List<String> options) {
        this.data = data;
        this.port = port;
        this.options = options;
    }

    /** Returns the server that all tests of a JVM share. */
    public static synchronized MariadbTestServer shared() {
        MariadbTestServer running = shared;
        if (running == null) {
            running = started();
            shared = running;
        }
        return running;
    }

    /** Starts a separate server, with options of {@code mariadbd} beside the usual ones. It ends with the JVM at the latest. */
    public static MariadbTestServer started(String... options) {
        try {
            Path data = Files.createTempDirectory("baton-mariadb");
            SystemTables.create(data);
            MariadbTestServer server = new MariadbTestServer(data, FreePort.next(), List.of(options));
            Runtime.getRuntime().addShutdownHook(NamedThreads.daemon("mariadb-stop", server::close));
            server.start();
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Starts the server again, on the same port with the same data. */
    public void start() {
        List<String> command = new ArrayList<>(SystemTables.command(data));
        command.addAll(List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + data.resolve("socket"),
                "--pid-file=" + data.resolve("pid"),
                "--skip-name-resolve",
                "--max-connections=300"));
        command.addAll(options);
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            data.resolve("server.log").toFile()))
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        try {
            Awaitility.await("the server answers")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .ignoreExceptions()
                    .until(() -> number("mysql", "SELECT 1") == 1);
        } catch (ConditionTimeoutException silent) {
            throw new IllegalStateException("the server does not start: " + log(), silent);
        }
    }

    private String log() {
        try {
            return Files.readString(data.resolve("server.log"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** Returns the TCP port on the loopback interface. */
    public int port() {
        return port;
    }

    /** Returns the process id of the server; empty if it was never started. */
    public OptionalLong pid() {
        Process running = process;
        return running == null ? OptionalLong.empty() : OptionalLong.of(running.pid());
    }

    /** Creates an empty database and returns its name. */
    public String newDatabase() {
        String name = "test" + DATABASES.incrementAndGet();
        run("mysql", "CREATE DATABASE " + name);
        return name;
    }

    /** Drops a database. Does nothing if the server is down. */
    public void dropDatabase(String name) {
        try {
            run("mysql", "SET STATEMENT lock_wait_timeout = 5 FOR DROP DATABASE IF EXISTS " + name);
        } catch (IllegalStateException down) {
            // The test may have stopped its server.
        }
    }

    /** Returns the store URL of a database. */
    public String url(String product, String database) {
        return product + "://" + USER + "@127.0.0.1:" + port + "/" + database;
    }

    /** Returns the URL of a database for MariaDB's driver. */
    public String jdbcUrl(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=" + USER;
    }

    /** Opens a plain session. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database));
    }

    /** Runs a statement. */
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

    /** Ends all other sessions in a database, and returns their number. */
    public int terminate(String database) {
        List<Long> ids = new ArrayList<>();
        try (Connection connection = connect("mysql");
                Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(
                    "SELECT id FROM information_schema.processlist WHERE db = '" + database + "'")) {
                while (row.next()) {
                    ids.add(row.getLong(1));
                }
            }
            for (long id : ids) {
                kill(statement, id);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException("cannot end the sessions of " + database, failed);
        }
        return ids.size();
    }

    private static void kill(Statement statement, long session) throws SQLException {
        try {
            statement.execute("KILL SOFT CONNECTION " + session);
        } catch (SQLException failed) {
            if (failed.getErrorCode() != UNKNOWN_SESSION) {
                throw failed;
            }
        }
    }

    /** Stops the server in an orderly way. */
    public void stop() {
        end(Process::destroy);
    }

    /** Stops the server with {@code kill -9}. */
    public void kill() {
        end(Process::destroyForcibly);
    }

    private void end(Consumer<Process> signal) {
        Process running = process;
        if (running == null) {
            return;
        }
        signal.accept(running);
        try {
            if (!running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server does not stop: " + log());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the server and deletes its data. Does nothing the second time. */
    @Override
    public void close() {
        kill();
        if (!Files.exists(data)) {
            return;
        }
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException kept) {
            throw new UncheckedIOException(kept);
        }
    }
}
