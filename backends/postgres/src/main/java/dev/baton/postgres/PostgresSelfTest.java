package dev.baton.postgres;

import dev.baton.spi.StoreCheck;
import dev.baton.support.sql.SqlQuery;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks a server for use as a store: sessions, locks, privileges, raises and clock. Leaves nothing behind, except that the
 * sequence of raises has advanced.
 */
final class PostgresSelfTest {
    private final PostgresStore store;
    private final List<StoreCheck> checks = new ArrayList<>();

    PostgresSelfTest(PostgresStore store) {
        this.store = store;
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
            ServerFacts facts = ServerFacts.read(connection);
            check("version", () -> version(facts));
            check("writable", () -> writable(facts));
            check("session", () -> pooler(connection));
            check("locks", () -> locks(connection));
            check("privileges", () -> privileges(connection));
            check("raises", () -> raises(connection));
            check("durability", () -> durability(connection));
            check("guarded-writers", () -> new GuardedWriterRights(connection, facts).description());
            check("prepared", () -> prepared(connection));
            check("lock-slots", () -> slots(connection, facts));
            check("clock", () -> clock(facts));
        } catch (SQLException failed) {
            checks.add(new StoreCheck("session", false, String.valueOf(failed.getMessage())));
        } finally {
            SessionEnd.close(connection);
        }
        return checks;
    }

    /** Adds the result of a check, which returns a description of the success. */
    private void check(String name, SqlErrors.Action<String> check) {
        try {
            checks.add(new StoreCheck(name, true, check.run()));
        } catch (SQLException | RuntimeException failed) {
            checks.add(new StoreCheck(name, false, String.valueOf(failed.getMessage())));
        }
    }

    private String version(ServerFacts facts) {
        facts.requireIdleTimeout(store.shown(), store.options().patience());
        return facts.endsIdleSessions()
                ? "PostgreSQL " + facts.major() + ", ends a silent lock session after "
                        + store.options().patience().toMillis() + " ms"
                : "PostgreSQL " + facts.major() + ": before 14 a frozen leader keeps its lock until it resumes";
    }

    private String writable(ServerFacts facts) {
        facts.requireWritable(store.shown());
        return "a primary, not read-only";
    }

    private String pooler(Connection connection) throws SQLException {
        PoolerProbe.check(connection, store);
        return "every connection has its own server process";
    }

    /** Takes and frees one lock. A session that is shared with other clients would return other results. */
    private static String locks(Connection connection) throws SQLException {
        long key = new SecureRandom().nextLong();
        if (!SqlQuery.of(connection, "SELECT pg_try_advisory_lock(?)", key).isTrue()) {
            throw new SQLException("an advisory lock with a random key was refused");
        }
        if (!SqlQuery.of(connection, "SELECT pg_advisory_unlock(?)", key).isTrue()) {
            throw new SQLException("the session did not hold a lock that it had taken: " + PoolerProbe.ADVICE);
        }
        return "taken once, freed once";
    }

    private String privileges(Connection connection) throws SQLException {
        PostgresTables.requireKnown(connection, store.shown(), store.schema());
        if (PostgresTables.exist(connection)) {
            PostgresTables.ensure(connection, store.shown(), store.schema());
            return "the tables exist, and this role may use them";
        }
        String mayCreate = "SELECT current_schema() IS NOT NULL AND has_schema_privilege(current_schema(), 'CREATE')";
        if (SqlQuery.of(connection, mayCreate).isTrue()) {
            return "the tables do not exist yet; this role may create them";
        }
        throw new SQLException(
                "the tables do not exist, and this role may not create them. " + PostgresTables.advice());
    }

    private static String raises(Connection connection) throws SQLException {
        if (!PostgresTables.exist(connection)) {
            return "the sequence baton_raises does not exist yet";
        }
        Optional<String> problem = RaiseSequence.read(connection).problem();
        if (problem.isPresent()) {
            throw new SQLException(problem.get());
        }
        new RaiseTrial(connection).run();
        return "an epoch can be raised, and the sequence baton_raises shows it at once";
    }

    /** A server without fsync passes, because tests use one. */
    private static String durability(Connection connection) throws SQLException {
        if (PostgresTables.exist(connection)) {
            Optional<String> problem = PostgresTables.unlogged(connection);
            if (problem.isPresent()) {
                throw new SQLException(problem.get());
            }
        }
        return SqlQuery.of(connection, "SELECT current_setting('fsync') = 'on'").isTrue()
                ? "confirmed writes survive a crash of the server"
                : "warning: fsync is off: a crash of the server's machine loses confirmed writes, so that two candidates"
                        + " can lead with one epoch. Set fsync = on";
    }

    private static String prepared(Connection connection) throws SQLException {
        Optional<String> problem =
                PostgresTables.exist(connection) ? PreparedTransactions.problem(connection) : Optional.empty();
        if (problem.isPresent()) {
            throw new SQLException(problem.get());
        }
        return "no prepared transaction blocks an election";
    }

    private static String slots(Connection connection, ServerFacts facts) throws SQLException {
        long held = SqlQuery.of(connection, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
                .first(row -> row.getLong(1))
                .orElse(0L);
        String arithmetic = held + " advisory locks are held; " + facts.lockArithmetic();
        if (held > facts.lockBudget()) {
            throw new SQLException(arithmetic + ". Raise max_locks_per_transaction and restart the server");
        }
        return arithmetic;
    }

    static String describeClock(long millisAhead) {
        return "the server's clock is " + Math.abs(millisAhead) + " ms " + (millisAhead < 0 ? "behind" : "ahead of")
                + " ours; leadership does not depend on it";
    }

    private String clock(ServerFacts facts) {
        Duration ahead = Duration.between(Instant.ofEpochMilli(store.clock().wallMillis()), facts.clock());
        return describeClock(ahead.toMillis());
    }
}
