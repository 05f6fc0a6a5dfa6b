package dev.baton.shedlock;

import dev.baton.store.ObjectStore;
import dev.baton.testkit.mariadb.MariadbTestServer;

/** ShedLock's test kit on MariaDB. */
class MariadbLockProviderTest extends LockProviderContract {
    private static final MariadbTestServer SERVER = MariadbTestServer.shared();
    private static final String DATABASE = SERVER.newDatabase();

    @Override
    protected ObjectStore open() {
        return ObjectStore.open(SERVER.url("mariadb", DATABASE));
    }
}
