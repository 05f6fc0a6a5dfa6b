package dev.baton.fence;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;

/** A fresh database on a real server, with a table to write to. */
final class TestDatabase {
    private final PostgresTestServer server;
    private final String name;

    /** Creates a database on the newest server. */
    TestDatabase() {
        this(TestServers.newest());
    }

    private TestDatabase(PostgresTestServer server) {
        this.server = server;
        this.name = server.newDatabase();
        run("CREATE TABLE entries (writer bigint, note text)");
    }

    /** Creates a database on the oldest supported server. */
    static TestDatabase onOldest() {
        return new TestDatabase(TestServers.oldest());
    }

    /** Returns the store URL, with a patience of three seconds. */
    String url() {
        return urlAs("postgres");
    }

    /** Returns the store URL for a role, with a patience of three seconds. */
    String urlAs(String role) {
        return server.url(role, name) + "?patience=3s";
    }

    /** Creates a role that can log in, if there is none; the databases of a server share their roles. */
    void createRole(String role) {
        run("DO $$ BEGIN CREATE ROLE " + role + " LOGIN; EXCEPTION WHEN duplicate_object THEN END $$");
    }

    String jdbcUrl() {
        return "jdbc:postgresql://localhost:" + server.port() + "/" + name + "?user=postgres";
    }

    PGSimpleDataSource source() {
        return source(name, "postgres");
    }

    PGSimpleDataSource source(String database, String role) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setPortNumbers(new int[] {server.port()});
        source.setDatabaseName(database);
        source.setUser(role);
        return source;
    }

    PGSimpleDataSource sourceAs(String role) {
        return source(name, role);
    }

    void run(String sql) {
        server.run(name, sql);
    }

    long number(String query) {
        return server.number(name, query);
    }

    long entries(long writer) {
        return number("SELECT count(*) FROM entries WHERE writer = " + writer);
    }

    /** Returns the number of sessions that hold the election's guard, or wait for it. */
    long guards(String election, boolean granted) {
        long guard = AdvisoryKeys.guardOf(election);
        return number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted = "
                + granted + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                + " AND classid::bigint = " + ((guard >>> 32) & 0xffffffffL) + " AND objid::bigint = "
                + (guard & 0xffffffffL));
    }

    /** Records an epoch as the backend does, without a leader. */
    void recordEpoch(String election, long epoch) {
        AdvisoryKeys keys = AdvisoryKeys.of(election);
        run("CREATE TABLE IF NOT EXISTS baton_epochs (key1 int4 NOT NULL, key2 int4 NOT NULL,"
                + " election text NOT NULL UNIQUE, epoch bigint NOT NULL, PRIMARY KEY (key1, key2))");
        run("CREATE SEQUENCE IF NOT EXISTS baton_raises START WITH "
                + ThreadLocalRandom.current().nextLong(1L << 32, 1L << 62));
        run("INSERT INTO baton_epochs (key1, key2, election, epoch) VALUES (" + keys.key1() + ", " + keys.key2() + ", '"
                + election + "', " + epoch + ") ON CONFLICT (key1, key2) DO UPDATE SET epoch = " + epoch
                + "; SELECT nextval('baton_raises')");
    }

    static GuardedWork<Integer> entry(long writer) {
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
