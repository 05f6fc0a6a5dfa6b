package dev.baton.lab.postgres;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbc.JdbcLockProvider;

/**
 * ShedLock's JDBC locks, used as an election: the process that gets the lock extends it. ShedLock has no defaults for the
 * two times. Here the lock lasts ten seconds, like Spring's, and is requested and extended every two seconds.
 */
final class ShedLockPeer implements PeerReplica.ElectionSystem {
    static final String TABLE = "shedlock (name VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP NOT NULL,"
            + " locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL)";

    private static final Duration LOCK_TIME = Duration.ofSeconds(10);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final LockProvider provider;
    private final Map<String, SimpleLock> held = new ConcurrentHashMap<>();
    private final ScheduledExecutorService tasks =
            Executors.newScheduledThreadPool(4, NamedThreads.factory("shedlock"));

    ShedLockPeer(DataSource source) {
        provider = new JdbcLockProvider(source);
    }

    @Override
    public void join(String election, Consumer<String> acquired) {
        Runnable task = () -> acquireOrExtend(election, acquired);
        var unused = tasks.scheduleWithFixedDelay(task, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void acquireOrExtend(String election, Consumer<String> acquired) {
        SimpleLock lock = held.remove(election);
        if (lock != null) {
            lock.extend(LOCK_TIME, Duration.ZERO).ifPresent(extended -> held.put(election, extended));
            return;
        }
        LockConfiguration request = new LockConfiguration(Instant.now(), election, LOCK_TIME, Duration.ZERO);
        provider.lock(request).ifPresent(won -> {
            held.put(election, won);
            acquired.accept(election);
        });
    }
}
