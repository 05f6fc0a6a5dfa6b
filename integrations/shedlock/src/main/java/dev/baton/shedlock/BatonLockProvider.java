package dev.baton.shedlock;

import dev.baton.store.ObjectStore;
import dev.baton.store.task.TaskLock;
import dev.baton.store.task.TaskLockTimes;
import dev.baton.store.task.TaskLocks;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/**
 * A ShedLock provider over an object store in SQLite, PostgreSQL or MariaDB.
 *
 * <p>The database's clock decides. A lock of a process that provably ended on this machine is free as soon as {@code
 * lockAtLeastFor} has passed; without that proof it is free after {@code lockAtMostFor}. {@link LockEpochs#current()}
 * returns the epoch inside of the locked method.
 *
 * <pre>{@code
 * @Bean(destroyMethod = "close")
 * ObjectStore objectStore() {
 *     return ObjectStore.open("postgres://db.internal/app");
 * }
 *
 * @Bean
 * LockProvider lockProvider(ObjectStore store) {
 *     return new BatonLockProvider(store);
 * }
 * }</pre>
 */
public final class BatonLockProvider implements ExtensibleLockProvider {
    private final TaskLocks locks;

    /** Uses the records of a store, which the caller closes. */
    public BatonLockProvider(ObjectStore store) {
        this.locks = new TaskLocks(store);
    }

    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        return locks.tryLock(configuration.getName(), times(configuration))
                .map(lock -> new HeldTask(configuration, lock, LockEpochs.Hold.begin(lock.epoch())));
    }

    private static TaskLockTimes times(LockConfiguration configuration) {
        return new TaskLockTimes(configuration.getLockAtLeastFor(), configuration.getLockAtMostFor());
    }

    private static final class HeldTask extends AbstractSimpleLock {
        private final TaskLock lock;
        private final LockEpochs.Hold hold;

        HeldTask(LockConfiguration configuration, TaskLock lock, LockEpochs.Hold hold) {
            super(configuration);
            this.lock = lock;
            this.hold = hold;
        }

        @Override
        protected void doUnlock() {
            hold.end();
            lock.unlock();
        }

        @Override
        protected Optional<SimpleLock> doExtend(LockConfiguration changed) {
            return lock.extend(times(changed)).map(extended -> new HeldTask(changed, extended, hold));
        }
    }
}
