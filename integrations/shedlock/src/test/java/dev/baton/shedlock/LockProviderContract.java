package dev.baton.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ObjectStore;
import dev.baton.store.task.TaskLocks;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The tests that ShedLock has for providers whose locks can be extended. */
abstract class LockProviderContract extends AbstractExtensibleLockProviderIntegrationTest {
    private ObjectStore store;

    protected abstract ObjectStore open();

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Override
    protected ExtensibleLockProvider getLockProvider() {
        return new BatonLockProvider(store);
    }

    @Override
    protected void assertUnlocked(String lockName) {
        assertThat(new TaskLocks(store).isLocked(lockName)).isFalse();
    }

    @Override
    protected void assertLocked(String lockName) {
        assertThat(new TaskLocks(store).isLocked(lockName)).isTrue();
    }
}
