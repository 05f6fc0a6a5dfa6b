package dev.baton.postgres;

import dev.baton.BatonClock;
import dev.baton.support.sql.PinnedSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One database: its connections, options and name, and the checks that every session needs. */
final class PostgresStore {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration FAIL_FAST = Duration.ofMillis(200);

    private final ConnectionFactory connections;
    private final PostgresOptions options;
    private final BatonClock clock;
    private final Set<Long> localKeys;
    private final PinnedSchema schema = PostgresTables.newSchema();
    private final AtomicBoolean poolerChecked = new AtomicBoolean();
    private final AtomicBoolean oldServerLogged = new AtomicBoolean();
    private volatile @Nullable Failure lastFailure;
    private Optional<String> boundElection = Optional.empty();

    private record Failure(SQLException cause, long at) {}

    PostgresStore(ConnectionFactory connections, PostgresOptions options, BatonClock clock, Set<Long> localKeys) {
        this.connections = connections;
        this.options = options;
        this.clock = clock;
        this.localKeys = localKeys;
    }

    PostgresOptions options() {
        return options;
    }

    /** Returns a name that is safe to log. */
    String shown() {
        return connections.describe();
    }

    /** Returns the schema of the tables, the same for all sessions. */
    PinnedSchema schema() {
        return schema;
    }

    BatonClock clock() {
        return clock;
    }

    Set<Long> localKeys() {
        return localKeys;
    }

    /** Explicit keys are the lock of one election. */
    synchronized void bind(String election) {
        if (options.keys().isEmpty()) {
            return;
        }
        String bound = boundElection.orElse(election);
        if (!bound.equals(election)) {
            throw new IllegalArgumentException("key1 and key2 belong to one election, here " + bound
                    + ", and cannot be used for " + election + "; connect again with other keys or without keys");
        }
        boundElection = Optional.of(bound);
    }

    /** Opens a session. Shortly after a failure it fails again at once: queued requests must not wait one by one. */
    Connection connect(String use, SessionSettings settings) throws SQLException {
        Failure last = lastFailure;
        if (last != null && System.nanoTime() - last.at() < FAIL_FAST.toNanos()) {
            throw new SQLException(last.cause().getMessage(), last.cause().getSQLState(), last.cause());
        }
        Connection connection;
        try {
            connection = connections.connect(use);
        } catch (SQLException failed) {
            lastFailure = new Failure(failed, System.nanoTime());
            throw failed;
        }
        try {
            settings.applyTo(connection);
            return connection;
        } catch (SQLException failed) {
            SessionEnd.abort(connection);
            throw failed;
        }
    }

    /** Refuses a server that cannot record elections, and logs once if its version limits the guarantees. */
    void requireUsable(ServerFacts facts) {
        facts.requireWritable(shown());
        if (!facts.endsIdleSessions() && oldServerLogged.compareAndSet(false, true)) {
            LOG.warn(
                    "{} is PostgreSQL {}: before version 14 the server does not end the session of a frozen leader, so"
                            + " no standby can succeed it until it resumes or its host goes down; the leadership"
                            + " itself still expires in time",
                    shown(),
                    facts.major());
        }
    }

    /** Refuses a transaction pooler, once. Later every renewal compares the server process of the lock session. */
    void requireNoPooler(Connection connection) throws SQLException {
        if (!poolerChecked.get()) {
            PoolerProbe.check(connection, this);
            poolerChecked.set(true);
        }
    }
}
