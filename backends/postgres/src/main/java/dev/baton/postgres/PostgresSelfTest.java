package dev.baton.postgres;

import dev.baton.spi.StoreCheck;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Tries a server as a store: sessions, locks, privileges, clock. Leaves nothing behind. */
final class PostgresSelfTest {
    private final PostgresStore store;
    private final List<StoreCheck> checks = new ArrayList<>();

    PostgresSelfTest(PostgresStore store) {
        this.store = store;
    }

    private interface Try {
        String detail() throws SQLException;
    }

    List<StoreCheck> run() {
        Connection connection;
        try {
            connection = store.connect("doctor", SessionSettings.lock(store.options()));
        } catch (SQLException failed) {
            return List.of(new StoreCheck("connect", false, String.valueOf(failed.getMessage())));
        }
        try {
            checks.add(new StoreCheck("connect", true, store.shown()));
            ServerFacts facts = ServerFacts.of(connection);
            check("version", () -> version(facts));
            check("writable", () -> writable(facts));
            check("session", () -> pooler(connection));
            check("locks", () -> locks(connection));
            check("privileges", () -> privileges(connection));
            check("lock-slots", () -> slots(connection, facts));
            check("clock", () -> clock(facts));
        } catch (SQLException failed) {
            checks.add(new StoreCheck("session", false, String.valueOf(failed.getMessage())));
        } finally {
            PostgresStore.close(connection);
        }
        return checks;
    }

    private void check(String name, Try attempt) {
        try {
            checks.add(new StoreCheck(name, true, attempt.detail()));
        } catch (SQLException | RuntimeException failed) {
            checks.add(new StoreCheck(name, false, String.valueOf(failed.getMessage())));
        }
    }

    private String version(ServerFacts facts) {
        facts.checkPatience(store.shown(), store.options().patience());
        return facts.endsIdleSessions()
                ? "PostgreSQL " + facts.major() + ", ends a silent lock session after "
                        + store.options().patience().toMillis() + " ms"
                : "PostgreSQL " + facts.major() + ": before 14 a frozen leader keeps its lock until it goes on";
    }

    private String writable(ServerFacts facts) {
        facts.check(store.shown());
        return "a primary, not read-only";
    }

    private String pooler(Connection connection) throws SQLException {
        PoolerProbe.check(connection, store);
        return "every connection has a server process of its own";
    }

    /** One hold, one release: a session that stacks or shares holds would answer otherwise. */
    private static String locks(Connection connection) throws SQLException {
        long key = new SecureRandom().nextLong();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_try_advisory_lock(" + key + "), (SELECT count(*)"
                        + " FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory')")) {
            row.next();
            if (!row.getBoolean(1)) {
                throw new SQLException("a lock that nobody can hold was refused");
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_advisory_unlock(" + key + "), NOT EXISTS (SELECT 1"
                        + " FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory' AND objsubid = 1"
                        + " AND classid::bigint = ((" + key + "::bigint >> 32) & 4294967295)"
                        + " AND objid::bigint = (" + key + "::bigint & 4294967295))")) {
            row.next();
            if (!row.getBoolean(1)) {
                throw new SQLException("a lock we took was not ours to give back: " + PoolerProbe.ADVICE);
            }
        }
        return "taken once, given back once";
    }

    private String privileges(Connection connection) throws SQLException {
        if (PostgresTables.exist(connection)) {
            PostgresTables.ensure(connection, store.shown());
            return "the tables are there and may be used";
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_schema() IS NOT NULL"
                        + " AND has_schema_privilege(current_schema(), 'CREATE')")) {
            if (row.next() && row.getBoolean(1)) {
                return "the tables are not there yet; this role may create them";
            }
        }
        throw new SQLException("the tables are not there, and this role may not create them. Let a role that may"
                + " run, once: " + String.join("; ", PostgresTables.DDL));
    }

    private static String slots(Connection connection, ServerFacts facts) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'");
                ResultSet row = statement.executeQuery()) {
            row.next();
            long taken = row.getLong(1);
            String arithmetic = taken + " advisory locks are held; " + facts.lockArithmetic();
            if (taken > facts.lockBudget()) {
                throw new SQLException(arithmetic + ". Raise max_locks_per_transaction and restart the server");
            }
            return arithmetic;
        }
    }

    private String clock(ServerFacts facts) {
        Duration apart = Duration.between(Instant.ofEpochMilli(store.clock().wallMillis()), facts.clock());
        return "the server's clock is " + apart.toMillis() + " ms ahead of ours; nothing depends on it";
    }
}
