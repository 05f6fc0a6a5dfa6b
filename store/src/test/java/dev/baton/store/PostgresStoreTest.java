package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConnectionException;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The store's promises on PostgreSQL. */
class PostgresStoreTest extends StoreContract {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");

    private final PostgresTestServer server = TestServers.newest();
    private String database = "";

    @Override
    String newDatabase() {
        database = server.newDatabase();
        return server.url("postgres", database);
    }

    @Override
    void execute(String sql) {
        server.run(database, sql);
    }

    @Test // LEASE-1
    void connectionsEndedByTheServerAreReplaced() {
        try (ObjectStore store = ObjectStore.open(server.url("postgres", database))) {
            store.putIf(KEY, "x", WriteCondition.mustCreate());
            execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'baton%'");
            Awaitility.await()
                    .ignoreException(ConnectionException.class)
                    .until(() -> store.get(KEY).isPresent());
        }
    }

    /** The store would repeat a batch that the server has rolled back, so that only the server's count shows it. */
    @Test // LEASE-1
    void batchesInOppositeOrdersCauseNoDeadlock() throws Exception {
        batchesInOppositeOrdersDoNotWaitForEachOther();
        assertThat(server.number(database, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
    }

    @Test // LEASE-1
    void versionsRefuseToOverflow() throws Exception {
        assertVersionsRefuseToOverflow("ALTER SEQUENCE objects_version RESTART WITH 9223372036854775805");
    }

    @Test // LEASE-1
    void droppedTableIsCreatedAgain() {
        try (ObjectStore store = ObjectStore.open(server.url("postgres", database))) {
            long version = store.putIf(KEY, "x", WriteCondition.mustCreate())
                    .stored()
                    .orElseThrow()
                    .resourceVersion();
            execute("DROP TABLE objects");
            assertThatThrownBy(() -> store.get(KEY)).isInstanceOf(StoreException.class);
            assertThat(store.putIf(KEY, "x", WriteCondition.mustCreate())
                            .stored()
                            .orElseThrow()
                            .resourceVersion())
                    .isGreaterThan(version);
        }
    }

    @Test // LEASE-1
    void errorForRoleWithoutCreateRightListsTheStatementsToRun() {
        execute("DROP ROLE IF EXISTS nobody");
        execute("CREATE ROLE nobody LOGIN");
        execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        try (ObjectStore store = ObjectStore.open(server.url("nobody", database))) {
            assertThatThrownBy(() -> store.get(KEY))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll("CREATE TABLE", "GRANT", "nobody@localhost");
        }
    }

    @Test // LEASE-1
    void serverWithoutAFreeConnectionIsUnreachable() {
        execute("DROP ROLE IF EXISTS crowded");
        execute("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0");
        try (ObjectStore store = ObjectStore.open(server.url("crowded", database))) {
            assertThatThrownBy(store::clockMillis)
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("too many connections");
        }
    }

    @Test // LEASE-1
    void shownLocationContainsNoPassword() {
        try (ObjectStore store =
                ObjectStore.open("postgres://me:s%2Fecret@localhost:1/db?connect_timeout=1&sslmode=disable")) {
            assertThat(store.describe()).isEqualTo("postgres://me@localhost:1/db");
            assertThatThrownBy(() -> store.get(KEY))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("postgres://me@localhost:1/db")
                    .message()
                    .doesNotContain("ecret");
        }
        assertThatThrownBy(() -> ObjectStore.open("oracle://host/db"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("sqlite:PATH", "postgres://", "mariadb://");
    }
}
