package dev.baton.fence;

import dev.baton.spi.AdvisoryKeys;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;

/** A fresh database on a real server, one server of each major for all tests of a run, with a table to write to. */
final class TestDatabase {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static final Map<String, EmbeddedPostgres> RUNNING = new HashMap<>();

    private final String name = "fence" + DATABASES.incrementAndGet();
    private final EmbeddedPostgres server;

    /** On a server of the newest major. */
    TestDatabase() {
        this("newest");
    }

    private TestDatabase(String which) {
        server = running(which);
        run(source("postgres", "postgres"), "CREATE DATABASE " + name);
        run("CREATE TABLE entries (writer bigint, note text)");
    }

    /** On a server of the oldest major that is supported. */
    static TestDatabase onOldest() {
        return new TestDatabase("oldest");
    }

    private static synchronized EmbeddedPostgres running(String which) {
        return RUNNING.computeIfAbsent(which, TestDatabase::started);
    }

    private static EmbeddedPostgres started(String which) {
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setServerConfig("max_connections", "100");
            if (which.equals("oldest")) {
                Path binaries = Path.of("target", "oldest-server", "postgres-linux-x86_64.txz");
                builder.setPgBinaryResolver((system, hardware) -> Files.newInputStream(binaries));
            }
            EmbeddedPostgres server = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void stop(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Where an election is held, with a patience of three seconds. */
    String url() {
        return "postgres://postgres@localhost:" + server.getPort() + "/" + name + "?patience=3s";
    }

    String jdbcUrl() {
        return "jdbc:postgresql://localhost:" + server.getPort() + "/" + name + "?user=postgres";
    }

    PGSimpleDataSource source() {
        return source(name, "postgres");
    }

    PGSimpleDataSource source(String database, String role) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setPortNumbers(new int[] {server.getPort()});
        source.setDatabaseName(database);
        source.setUser(role);
        return source;
    }

    PGSimpleDataSource sourceAs(String role) {
        return source(name, role);
    }

    void run(String sql) {
        run(source(), sql);
    }

    private static void run(PGSimpleDataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    long number(String question) {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(question, failed);
        }
    }

    long entries(long writer) {
        return number("SELECT count(*) FROM entries WHERE writer = " + writer);
    }

    /** Sessions that hold or want the guard of the election. */
    long guards(String election, boolean granted) {
        long guard = AdvisoryKeys.guardOf(election);
        return number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted = "
                + granted + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                + " AND classid::bigint = " + ((guard >>> 32) & 0xffffffffL) + " AND objid::bigint = "
                + (guard & 0xffffffffL));
    }

    /** The row of an election as the backend makes it, without any leader behind it. */
    void recordEpoch(String election, long epoch) {
        AdvisoryKeys keys = AdvisoryKeys.of(election);
        run("CREATE TABLE IF NOT EXISTS baton_epochs (key1 int4 NOT NULL, key2 int4 NOT NULL,"
                + " election text NOT NULL UNIQUE, epoch bigint NOT NULL, PRIMARY KEY (key1, key2))");
        run("INSERT INTO baton_epochs (key1, key2, election, epoch) VALUES (" + keys.key1() + ", " + keys.key2() + ", '"
                + election + "', " + epoch + ") ON CONFLICT (key1, key2) DO UPDATE SET epoch = " + epoch);
    }

    static SqlWork<Integer> entry(long writer) {
        return connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate("INSERT INTO entries VALUES (" + writer + ", 'written')");
            }
        };
    }

    static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .pollDelay(Duration.ZERO)
                .until(condition::getAsBoolean);
    }
}
