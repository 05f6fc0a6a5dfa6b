package dev.baton.postgres;

import dev.baton.BatonClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One database as this process knows it: how to connect, what was asked for, and how to speak of it. */
final class PostgresStore {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration QUIET_AFTER_FAILURE = Duration.ofMillis(200);

    private final ConnectionFactory connections;
    private final PostgresOptions options;
    private final String shown;
    private final BatonClock clock;
    private final LocalLivenessKeys local;
    private final AtomicBoolean probed = new AtomicBoolean();
    private final AtomicBoolean warnedOfAge = new AtomicBoolean();
    private @Nullable SQLException lastFailure;
    private long failedAt;

    PostgresStore(
            ConnectionFactory connections,
            PostgresOptions options,
            String shown,
            BatonClock clock,
            LocalLivenessKeys local) {
        this.connections = connections;
        this.options = options;
        this.shown = shown;
        this.clock = clock;
        this.local = local;
    }

    PostgresOptions options() {
        return options;
    }

    /** The store in words that are safe to log. */
    String shown() {
        return shown;
    }

    BatonClock clock() {
        return clock;
    }

    LocalLivenessKeys local() {
        return local;
    }

    /** A new session. After a failure the next few requests fail alike, or each would wait for its own. */
    Connection connect(String use, SessionSettings settings) throws SQLException {
        synchronized (this) {
            SQLException last = lastFailure;
            if (last != null && System.nanoTime() - failedAt < QUIET_AFTER_FAILURE.toNanos()) {
                throw new SQLException(last.getMessage(), last.getSQLState(), last);
            }
        }
        Connection connection;
        try {
            connection = connections.connect(use);
        } catch (SQLException failed) {
            synchronized (this) {
                lastFailure = failed;
                failedAt = System.nanoTime();
            }
            throw failed;
        }
        try {
            settings.applyTo(connection);
            return connection;
        } catch (SQLException failed) {
            cut(connection);
            throw failed;
        }
    }

    /** Refuses a server that cannot hold elections; warns of one that can, but with less to promise. */
    void admit(ServerFacts facts) {
        facts.check(shown);
        if (!facts.endsIdleSessions() && warnedOfAge.compareAndSet(false, true)) {
            LOG.warn(
                    "{} is PostgreSQL {}: before 14 the server does not end the session of a frozen leader, so"
                            + " nobody succeeds it until it goes on or its host is gone. Leadership still expires"
                            + " by itself here",
                    shown,
                    facts.major());
        }
    }

    /** Refuses a pooler between us and the server; every proof looks again at where the session is. */
    void probeOnce(Connection connection) throws SQLException {
        if (!probed.get()) {
            PoolerProbe.check(connection, this);
            probed.set(true);
        }
    }

    static void cut(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException gone) {
            LOG.debug("a connection could not be cut", gone);
        }
        DriverConnections.socketOf(connection).ifPresent(socket -> {
            try {
                socket.close();
            } catch (java.io.IOException gone) {
                LOG.debug("a socket could not be closed", gone);
            }
        });
    }

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException gone) {
            cut(connection);
        }
    }
}
