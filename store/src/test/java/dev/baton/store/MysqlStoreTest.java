package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.mariadb.MariadbTestServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The store's promises with MySQL's driver and dialect, on a MariaDB server. */
@Tag("proof")
class MysqlStoreTest extends StoreContract {
    private final MariadbTestServer server = MariadbTestServer.shared();
    private String database = "";

    @Override
    String newDatabase() {
        database = server.newDatabase();
        return server.url("mysql", database);
    }

    @Override
    void execute(String sql) {
        server.run(database, sql);
    }

    @Test // LEASE-1
    void tablesOfMariadbsDialectAreRefused() {
        ObjectKey key = new ObjectKey("thing", "one");
        String other = server.newDatabase();
        try (ObjectStore first = ObjectStore.open(server.url("mariadb", other));
                ObjectStore second = ObjectStore.open(server.url("mysql", other))) {
            first.putIf(key, "x", WriteCondition.mustCreate());
            assertThatThrownBy(() -> second.putIf(key, "y", WriteCondition.unconditional()))
                    .isInstanceOf(StoreException.class);
        }
    }
}
