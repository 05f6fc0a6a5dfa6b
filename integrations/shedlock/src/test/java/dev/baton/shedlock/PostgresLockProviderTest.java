package dev.baton.shedlock;

import dev.baton.store.ObjectStore;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;

/** ShedLock's test kit on PostgreSQL. */
class PostgresLockProviderTest extends LockProviderContract {
    private static final PostgresTestServer SERVER = TestServers.newest();
    private static final String DATABASE = SERVER.newDatabase();

    @Override
    protected ObjectStore open() {
        return ObjectStore.open(SERVER.url("postgres", DATABASE));
    }
}
