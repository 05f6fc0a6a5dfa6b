package dev.baton.lab.peers.member;

import dev.baton.support.thread.NamedThreads;
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
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * ShedLock's JDBC locks, used as an election: the process that gets the lock extends it. ShedLock has no defaults for the
 * two times. Here the lock lasts ten seconds, like Spring's, and is requested and extended every two seconds. A process
 * counts as leader from the lock until an extension is refused, because a lock cannot be queried.
 */
public final class ShedLockPeer implements ElectionSystem {
    public static final String TABLE = "shedlock (name VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP NOT NULL,"
            + " locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL)";

    private static final Duration LOCK_TIME = Duration.ofSeconds(10);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final LockProvider provider;
    private final ScheduledExecutorService tasks =
            Executors.newScheduledThreadPool(4, NamedThreads.factory("shedlock"));

    private ShedLockPeer(LockProvider provider) {
        this.provider = provider;
    }

    /** Returns locks whose times are those of this process, the only ones that the provider without Spring has. */
    public static ShedLockPeer withOwnTime(DataSource source) {
        return new ShedLockPeer(new JdbcLockProvider(source));
    }

    /** Returns locks whose times are those of the database, as ShedLock recommends. */
    public static ShedLockPeer withDatabaseTime(DataSource source) {
        return new ShedLockPeer(new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(source))
                .usingDbTime()
                .build()));
    }

    @Override
    public ElectionMember join(String election, Runnable acquired) {
        HeldLock lock = new HeldLock(election, acquired);
        var unused = tasks.scheduleWithFixedDelay(lock::acquireOrExtend, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return lock;
    }

    private final class HeldLock implements ElectionMember {
        private final String name;
        private final Runnable acquired;
        private volatile Optional<SimpleLock> held = Optional.empty();
        private boolean released;

        HeldLock(String name, Runnable acquired) {
            this.name = name;
            this.acquired = acquired;
        }

        synchronized void acquireOrExtend() {
            if (released) {
                return;
            }
            try {
                if (held.isPresent()) {
                    held = held.get().extend(LOCK_TIME, Duration.ZERO);
                    return;
                }
                held = provider.lock(new LockConfiguration(Instant.now(), name, LOCK_TIME, Duration.ZERO));
            } catch (RuntimeException unreachable) {
                // Unknown is not refused: the next run tries again.
                return;
            }
            if (held.isPresent()) {
                acquired.run();
            }
        }

        @Override
        public boolean leads() {
            return held.isPresent();
        }

        @Override
        public synchronized void release() {
            released = true;
            held.ifPresent(SimpleLock::unlock);
            held = Optional.empty();
        }
    }
}
