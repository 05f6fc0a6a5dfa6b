package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConnectionException;
import dev.baton.testkit.mariadb.MariadbTestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The store's promises on MariaDB. */
class MariadbStoreTest extends StoreContract {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");

    private final MariadbTestServer server = MariadbTestServer.shared();
    private String database = "";

    @Override
    String newDatabase() {
        database = server.newDatabase();
        return server.url("mariadb", database);
    }

    @Override
    void execute(String sql) {
        server.run(database, sql);
    }

    private ObjectStore opened() {
        return ObjectStore.open(server.url("mariadb", database));
    }

    @Test // LEASE-1
    void namesInOtherLettersOrWithBlanksAreOtherRecords() {
        try (ObjectStore store = opened()) {
            for (String id : List.of("nightly", "Nightly", "nightly ", "nïghtly")) {
                assertThat(store.putIf(new ObjectKey("thing", id), id, WriteCondition.mustCreate())
                                .stored())
                        .as(id)
                        .isPresent();
            }
            assertThat(store.list("thing")).hasSize(4);
        }
    }

    @Test // LEASE-1
    void versionsRefuseToOverflow() throws Exception {
        assertVersionsRefuseToOverflow("ALTER SEQUENCE objects_version RESTART 9223372036854775804");
    }

    @Test // LEASE-1
    void longestKeysOfThreeByteCharactersFit() {
        ObjectKey longest = new ObjectKey("\u20ac".repeat(512), "\u20ad".repeat(354));
        try (ObjectStore store = opened()) {
            store.putIf(longest, "x", WriteCondition.mustCreate());
            assertThat(store.get(longest)).isPresent();
        }
    }

    @Test // LEASE-1
    void clockIsThatOfTheServerInEveryTimeZone() throws SQLException {
        try (ObjectStore store = opened();
                Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL time_zone = '+09:00'");
            try {
                assertThat(Math.abs(store.clockMillis() - System.currentTimeMillis()))
                        .isLessThan(60_000);
            } finally {
                statement.execute("SET GLOBAL time_zone = 'SYSTEM'");
            }
        }
    }

    @Test // LEASE-2
    void touchesThousandRecordsOfDifferentVersionsInOneStatement() {
        Map<String, Long> versions = new HashMap<>();
        try (ObjectStore store = opened()) {
            store.apply(IntStream.range(0, 1_500)
                    .<BatchWrite>mapToObj(
                            i -> new BatchWrite.Put(new ObjectKey("thing", "id" + i), "x", WriteCondition.mustCreate()))
                    .toList());
            store.list("thing").forEach(row -> versions.put(row.key().id(), row.resourceVersion()));
            Map<String, Long> touched = store.touchAll("thing", versions);
            assertThat(touched).hasSize(1_500);
            assertThat(Set.copyOf(touched.values())).hasSize(1);
            assertThat(store.touchAll("thing", touched)).hasSize(1_500);
            assertThat(store.touchAll("thing", versions)).isEmpty();
        }
    }

    @Test // LEASE-1
    void transactionThatTheServerRolledBackIsRepeated() throws Exception {
        // Each writer locks two records in an order of its own, which the store itself never does.
        try (ObjectStore store = opened()) {
            List<ObjectKey> keys = List.of(new ObjectKey("thing", "a"), new ObjectKey("thing", "b"));
            keys.forEach(key -> store.putIf(key, "x", WriteCondition.mustCreate()));
            try (Connection other = server.connect(database);
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                // Writes more than the batch, so that the server rolls back the batch.
                statement.execute("CREATE TABLE ballast (n int)");
                statement.execute("INSERT INTO ballast SELECT seq FROM seq_1_to_500");
                statement.execute("UPDATE objects SET payload = 'other' WHERE object_type = 'thing' AND id = 'b'");
                List<BatchWrite> writes = keys.stream()
                        .<BatchWrite>map(key -> new BatchWrite.Put(key, "mine", WriteCondition.unconditional()))
                        .toList();
                var batch = java.util.concurrent.CompletableFuture.supplyAsync(() -> store.apply(writes));
                Awaitility.await()
                        .until(() -> server.number(
                                        "mysql",
                                        "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                                == 1);
                statement.execute("UPDATE objects SET payload = 'other' WHERE object_type = 'thing' AND id = 'a'");
                other.commit();
                assertThat(batch.get()).isInstanceOf(BatchOutcome.Applied.class);
            }
            assertThat(store.list("thing")).allMatch(row -> row.payload().equals("mine"));
        }
    }

    @Test // LEASE-1
    @Tag("proof")
    void frozenTransactionOfAnotherClientIsEndedByTheServer() throws SQLException {
        StoreSettings brief = new StoreSettings(Duration.ofSeconds(1), 1);
        try (ObjectStore store = ObjectStore.open(server.url("mariadb", database), brief)) {
            store.putIf(KEY, "x", WriteCondition.mustCreate());
            MariadbDatabase dialect = new MariadbDatabase(() -> server.connect(database), "frozen", brief);
            try (Connection frozen = dialect.connect();
                    Statement statement = frozen.createStatement()) {
                frozen.setAutoCommit(false);
                statement.execute("UPDATE objects SET payload = 'frozen'");
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .ignoreException(StoreException.class)
                        .until(() -> store.putIf(KEY, "y", WriteCondition.unconditional())
                                .stored()
                                .isPresent());
                assertThatThrownBy(frozen::commit).isInstanceOf(SQLException.class);
            }
            assertThat(store.get(KEY).orElseThrow().payload()).isEqualTo("y");
        }
    }

    @Test // LEASE-5
    void endOfWatchedSessionIsNoticedAndChangesNothing() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        ObjectStore leader = opened();
        WatchedSessions watched = new WatchedSessions();
        watched.add(leader.sessionName());
        try (ObjectStore standby = opened();
                AutoCloseable listening = standby.listen(calls::incrementAndGet, watched)) {
            assertThat(listening).isNotNull();
            leader.applyAndNotify(List.of(new BatchWrite.Put(KEY, "x", WriteCondition.unconditional())));
            Awaitility.await()
                    .until(() -> server.number(
                                    "mysql",
                                    "SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%IS_USED_LOCK%'"
                                            + " AND state = 'User lock'")
                            == 1);
            int before = calls.get();
            String records = store(standby);
            server.run(
                    "mysql",
                    "KILL CONNECTION "
                            + server.number(
                                    "mysql",
                                    "SELECT IS_USED_LOCK('"
                                            + SessionLock.of(leader.sessionName())
                                                    .name() + "')"));
            Awaitility.await().until(() -> calls.get() > before);
            assertThat(store(standby)).isEqualTo(records);
        } finally {
            leader.close();
        }
    }

    private static String store(ObjectStore store) {
        return store.list(KEY.type()).stream().map(StoredObject::toString).collect(Collectors.joining());
    }

    @Test // LEASE-1
    void closedStoreDeliversItsLastNotification() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (ObjectStore standby = opened();
                AutoCloseable listening = standby.listen(calls::incrementAndGet)) {
            assertThat(listening).isNotNull();
            Awaitility.await().until(() -> calls.get() > 0);
            for (int round = 0; round < 3; round++) {
                int before = calls.get();
                ObjectStore leader = opened();
                leader.applyAndNotify(List.of(new BatchWrite.Put(KEY, "x" + round, WriteCondition.unconditional())));
                leader.close();
                Awaitility.await().until(() -> calls.get() > before);
            }
        }
    }

    @Test // LEASE-1
    void connectionsEndedByTheServerAreReplaced() {
        try (ObjectStore store = opened()) {
            store.putIf(KEY, "x", WriteCondition.mustCreate());
            assertThat(server.terminate(database)).isPositive();
            Awaitility.await()
                    .ignoreException(ConnectionException.class)
                    .until(() -> store.get(KEY).isPresent());
        }
    }

    @Test // LEASE-1
    void droppedTableIsCreatedAgain() {
        try (ObjectStore store = opened()) {
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
    void errorForUserWithoutCreateRightListsTheStatementsToRun() {
        String user = "poor" + System.nanoTime();
        server.run("mysql", "CREATE USER '" + user + "'@'%'");
        server.run("mysql", "GRANT SELECT ON " + database + ".* TO '" + user + "'@'%'");
        String url = server.url("mariadb", database).replace(MariadbTestServer.USER + "@", user + "@");
        try (ObjectStore store = ObjectStore.open(url)) {
            assertThatThrownBy(() -> store.get(KEY))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll("CREATE TABLE", "CREATE SEQUENCE", "GRANT", user + "@127.0.0.1");
        }
    }

    @Test // LEASE-2
    void serverThatDoesNotFlushCommitsIsReported() {
        try (ObjectStore store = opened()) {
            assertThat(store.weaknesses()).isEmpty();
            server.run("mysql", "SET GLOBAL innodb_flush_log_at_trx_commit = 2");
            try {
                assertThat(store.weaknesses()).singleElement().asString().contains("innodb_flush_log_at_trx_commit");
            } finally {
                server.run("mysql", "SET GLOBAL innodb_flush_log_at_trx_commit = 1");
            }
        }
    }

    @Test // LEASE-2
    void binaryLogThatIsNotFlushedIsReported() {
        assertThat(new ServerVariables(Map.of("log_bin", "on", "sync_binlog", "0")).weaknesses())
                .singleElement()
                .asString()
                .contains("sync_binlog");
        assertThat(new ServerVariables(Map.of("log_bin", "on", "sync_binlog", "1")).weaknesses())
                .isEmpty();
        assertThat(new ServerVariables(Map.of("log_bin", "off", "sync_binlog", "0")).weaknesses())
                .isEmpty();
    }

    @Test // LEASE-1
    void clustersAndServersThatForgetVersionsAreRefused() {
        ServerVariables good = version("5.5.5-10.11.19-mariadb");
        good.refuseClusters("here");
        good.requireMariadb("here");
        good.requireLastingNumbers("here");
        version("8.0.11").requireLastingNumbers("here");
        for (Map<String, String> cluster :
                List.of(Map.of("wsrep_on", "on"), Map.of("group_replication_single_primary_mode", "off"))) {
            assertThatThrownBy(() -> new ServerVariables(cluster).refuseClusters("here"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll("here", cluster.keySet().iterator().next());
        }
        assertThatThrownBy(() -> version("8.4.0").requireMariadb("here"))
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll("here", "mysql://");
        assertThatThrownBy(() -> version("10.2.44-mariadb").requireMariadb("here"))
                .hasMessageContaining("10.3");
        for (String old : List.of("5.7.44-log", "10.2.44-mariadb")) {
            assertThatThrownBy(() -> version(old).requireLastingNumbers("here"))
                    .as(old)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll(old, "8.0");
        }
    }

    private static ServerVariables version(String version) {
        return new ServerVariables(Map.of("version", version));
    }

    @Test // LEASE-1
    @Tag("proof")
    void sessionThatWaitsForItsNextRequestIsNotEndedByTheServer() {
        server.run("mysql", "SET GLOBAL wait_timeout = 1");
        try (ObjectStore store = opened()) {
            store.putIf(KEY, "x", WriteCondition.mustCreate());
            String idle = "SELECT count(*) FROM information_schema.processlist WHERE db = '" + database
                    + "' AND command = 'Sleep' AND time >= 2";
            Awaitility.await().until(() -> server.number("mysql", idle) > 0);
            assertThat(store.get(KEY)).isPresent();
        } finally {
            server.run("mysql", "SET GLOBAL wait_timeout = 28800");
        }
    }

    @Test // LEASE-1
    void shownLocationContainsNoPassword() {
        try (ObjectStore store = ObjectStore.open("mariadb://me:s%2Fecret@localhost:1/db?connectTimeout=500")) {
            assertThat(store.describe()).isEqualTo("mariadb://me@localhost:1/db");
            assertThatThrownBy(() -> store.get(KEY))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("mariadb://me@localhost:1/db")
                    .message()
                    .doesNotContain("ecret");
        }
    }

    @Test // LEASE-1
    void parametersAreCheckedWithTheDriversOwnList() {
        for (String product : List.of("mariadb", "mysql")) {
            assertThatThrownBy(() -> ObjectStore.open(product + "://h/d?sslMod=trust"))
                    .hasMessageContaining("did you mean sslMode?");
            for (String wrong : List.of("socketTimeout=soon", "sslMode=perhaps", "useAffectedRows=perhaps")) {
                assertThatThrownBy(() -> ObjectStore.open(product + "://h/d?" + wrong))
                        .as(product + " " + wrong)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(wrong.substring(0, wrong.indexOf('=')));
            }
        }
        ObjectStore.open("mariadb://h/d?sslMode=verify-full&useAffectedRows=true&connectTimeout=3000")
                .close();
        assertThatThrownBy(() -> StoreConnections.to("mariadb://h/d", StoreSettings.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("postgres://");
    }
}
