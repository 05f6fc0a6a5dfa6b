package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.support.sql.SchemaMigrations;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All stores in one PostgreSQL database use the same table, unless they name their schema. */
class OneSchemaTest {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");
    private static final String TABLES = "SELECT count(*) FROM pg_class WHERE relname = 'objects'";

    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();
    private final String web = "web_" + database;
    private final String batch = "batch_" + database;

    /** Two roles, one of which has a schema of its own name. */
    @BeforeEach
    void createRoles() {
        server.run(
                database,
                "CREATE ROLE " + web + " LOGIN; CREATE ROLE " + batch
                        + " LOGIN; GRANT CREATE, USAGE ON SCHEMA public TO " + web + ", " + batch + "; CREATE SCHEMA "
                        + batch + " AUTHORIZATION " + batch);
    }

    @AfterEach
    void drop() {
        server.dropDatabase(database);
        server.run("postgres", "DROP ROLE " + web + ", " + batch);
    }

    @Test // LEASE-1
    void secondRoleWithAnotherSchemaIsRefusedAndCreatesNothing() {
        try (ObjectStore first = open(batch);
                ObjectStore second = open(web)) {
            create(first);
            assertThatThrownBy(() -> create(second))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll("\"public\"", "\"" + batch + "\"", "schema=NAME", "drop");
            assertThatThrownBy(second::clockMillis).isInstanceOf(StoreException.class);
            assertThat(server.number(database, TABLES)).isEqualTo(1);
            assertThat(first.get(KEY)).isPresent();
        }
    }

    @Test // LEASE-1
    void twoSchemasThatHaveTablesAlreadyAreRefused() {
        try (ObjectStore first = open(batch, "?schema=" + batch);
                ObjectStore second = open(web, "?schema=public")) {
            create(first);
            create(second);
        }
        try (ObjectStore first = open(batch);
                ObjectStore second = open(web)) {
            assertThatThrownBy(() -> first.get(KEY)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> second.get(KEY)).isInstanceOf(StoreException.class);
        }
    }

    @Test // LEASE-1
    void tablesOfRelease01AreFoundWithoutTheirVersion() {
        try (ObjectStore first = open(batch)) {
            create(first);
        }
        server.run(database, "DROP TABLE " + batch + ".baton_schema");
        try (ObjectStore second = open(web)) {
            assertThatThrownBy(() -> create(second)).isInstanceOf(StoreException.class);
        }
    }

    @Test // LEASE-1
    void storesThatNameTheirSchemasAreIndependent() {
        try (ObjectStore first = open(batch, "?schema=" + batch);
                ObjectStore second = open(web, "?schema=public")) {
            create(first);
            create(second);
            assertThat(first.get(KEY)).isPresent();
            assertThat(second.get(KEY)).isPresent();
        }
    }

    @Test // LEASE-1
    void tableOfAnotherProgramInAnotherSchemaIsIgnored() {
        server.run(
                database,
                "CREATE TABLE " + batch
                        + ".objects (id text, name text); CREATE SCHEMA other; CREATE TABLE other.objects"
                        + " (object_type text, id text, resource_version bigint)");
        try (ObjectStore store = open(web)) {
            create(store);
            assertThat(store.get(KEY)).isPresent();
        }
    }

    @Test // LEASE-1
    void temporaryTablesAreRefused() {
        server.run(database, "ALTER ROLE " + web + " IN DATABASE " + database + " SET search_path = pg_temp");
        try (ObjectStore store = open(web)) {
            assertThatThrownBy(() -> create(store))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll("temporary", "schema=NAME");
        }
    }

    @Test // LEASE-1
    void roleThatMayUseNoSchemaIsRefusedWithTheSchemaOfTheTable() {
        try (ObjectStore first = open(batch)) {
            create(first);
        }
        server.run(database, "REVOKE ALL ON SCHEMA public FROM PUBLIC, " + web);
        try (ObjectStore second = open(web)) {
            assertThatThrownBy(() -> create(second))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll("leads to no schema", "\"" + batch + "\"", "schema=NAME");
        }
    }

    @Test // LEASE-1
    void changedSearchPathMovesNoRunningStore() {
        try (ObjectStore running = open(web)) {
            create(running);
            server.run(
                    database,
                    "CREATE SCHEMA ns2 AUTHORIZATION " + web + "; ALTER ROLE " + web + " IN DATABASE " + database
                            + " SET search_path = ns2");
            server.terminate(database, "baton store");
            Awaitility.await().ignoreExceptions().until(() -> running.get(KEY).isPresent());
            long version = running.get(KEY).orElseThrow().resourceVersion();
            assertThat(running.deleteIf(KEY, version)).isInstanceOf(DeleteOutcome.Deleted.class);
            create(running);
            try (ObjectStore later = open(web)) {
                assertThatThrownBy(() -> create(later))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContainingAll("\"public\"", "\"ns2\"");
            }
            assertThat(server.number(database, TABLES)).isEqualTo(1);
        }
    }

    @Test // LEASE-1
    void droppedTableOfARunningStoreIsCreatedInTheSameSchema() {
        try (ObjectStore running = open(web)) {
            create(running);
            server.run(
                    database,
                    "CREATE SCHEMA ns2 AUTHORIZATION " + web + "; ALTER ROLE " + web + " IN DATABASE " + database
                            + " SET search_path = ns2, public; DROP TABLE objects");
            server.terminate(database, "baton store");
            Awaitility.await().ignoreExceptions().until(() -> running.get(KEY).isEmpty());
            create(running);
            assertThat(server.number(database, "SELECT count(*) FROM public.objects"))
                    .isEqualTo(1);
        }
    }

    /** Both have found no table before the first one creates its own. */
    @Test // LEASE-1
    void ofTwoRolesThatCreateTheirTablesAtTheSameMomentOneIsRefused() throws SQLException {
        try (ObjectStore first = open(batch);
                ObjectStore second = open(web);
                Connection blocker = server.connect(database);
                Statement statement = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            statement.execute(SchemaMigrations.POSTGRES_LOCK);
            List<CompletableFuture<Boolean>> creations = Stream.of(first, second)
                    .map(store -> CompletableFuture.supplyAsync(() -> isCreated(store)))
                    .toList();
            Awaitility.await()
                    .until(() -> server.number(
                                    database,
                                    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND"
                                            + " database = (SELECT oid FROM pg_database WHERE datname = '" + database
                                            + "')")
                            == 2);
            blocker.commit();
            assertThat(creations.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(true, false);
            assertThat(server.number(database, TABLES)).isEqualTo(1);
        }
    }

    private static boolean isCreated(ObjectStore store) {
        try {
            create(store);
            return true;
        } catch (StoreException refused) {
            return false;
        }
    }

    private static void create(ObjectStore store) {
        assertThat(store.putIf(KEY, "x", WriteCondition.mustCreate())).isInstanceOf(PutOutcome.Stored.class);
    }

    private ObjectStore open(String role) {
        return open(role, "");
    }

    private ObjectStore open(String role, String parameters) {
        return ObjectStore.open(server.url(role, database) + parameters);
    }
}
