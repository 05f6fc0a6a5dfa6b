package dev.baton.lab.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbc.JdbcLockProvider;

/**
 * ShedLock's JDBC locks, used as an election: whoever gets the lock extends it. It has no defaults for either
 * time; the lock lasts ten seconds here, as Spring's does, and is tried for and extended every other.
 */
final class ShedLockPeer implements PeerReplica.Standing {
    private static final Duration AT_MOST = Duration.ofSeconds(10);
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final LockProvider provider;
    private final ScheduledExecutorService tasks = Executors.newScheduledThreadPool(4);

    private ShedLockPeer(LockProvider provider) {
        this.provider = provider;
    }

    static ShedLockPeer over(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS shedlock (name VARCHAR(64) PRIMARY KEY, lock_until"
                    + " TIMESTAMP NOT NULL, locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL)");
        }
        return new ShedLockPeer(new JdbcLockProvider(source));
    }

    @Override
    public void in(String election, PeerReplica.Acquired acquired) {
        Election stands = new Election(election, acquired);
        var unused = tasks.scheduleWithFixedDelay(stands::turn, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private final class Election {
        private final String name;
        private final PeerReplica.Acquired acquired;
        private Optional<SimpleLock> held = Optional.empty();

        Election(String name, PeerReplica.Acquired acquired) {
            this.name = name;
            this.acquired = acquired;
        }

        void turn() {
            if (held.isPresent()) {
                held = held.get().extend(AT_MOST, Duration.ZERO);
                return;
            }
            held = provider.lock(new LockConfiguration(Instant.now(), name, AT_MOST, Duration.ZERO));
            if (held.isPresent()) {
                acquired.of(name);
            }
        }
    }
}
