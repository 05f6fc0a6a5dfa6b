package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.mariadb.MariadbTestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a session that holds its named lock on MariaDB wakes listeners by itself, without any notification. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SessionEndTest {
    private static final String SESSION = "holder";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final MariadbTestServer server = MariadbTestServer.shared();
    private final String database = server.newDatabase();
    private final String name = SESSION + " of " + database;
    private final SessionLock lock = SessionLock.of(name);

    @BeforeEach
    void createTablesAndNotifyOnce() throws SQLException {
        try (ObjectStore store = ObjectStore.open(server.url("mariadb", database));
                Connection connection = server.connect(database)) {
            store.putIf(new ObjectKey("thing", "one"), "x", WriteCondition.mustCreate());
            InnodbDatabase.countChange(connection);
        }
    }

    private Connection holder() throws SQLException {
        Connection holder = server.connect(database);
        assertThat(lock.acquire(holder, Duration.ZERO)).isTrue();
        return holder;
    }

    private void killHolder() {
        server.run(
                database, "KILL CONNECTION " + server.number(database, "SELECT IS_USED_LOCK('" + lock.name() + "')"));
    }

    private void awaitWaiting() {
        Awaitility.await("a session waits for the lock")
                .until(() -> server.number(
                                "mysql",
                                "SELECT count(*) FROM information_schema.processlist WHERE db = '" + database
                                        + "' AND info LIKE '%IS_USED_LOCK%' AND state = 'User lock'")
                        == 1);
    }

    private long changes() throws SQLException {
        try (Connection connection = server.connect(database)) {
            return InnodbDatabase.changes(connection);
        }
    }

    @Test // LEASE-5
    void waitForALockReturnsWhatItSaw() throws Exception {
        long changes = changes();
        try (Connection waiting = server.connect(database);
                Connection next = server.connect(database)) {
            assertThat(lock.awaitEnd(waiting, changes, LONG)).isEqualTo(SessionLock.Ending.NOT_HELD);
            try (Connection holder = holder()) {
                assertThat(holder.isClosed()).isFalse();
                assertThat(lock.awaitEnd(waiting, changes, Duration.ZERO)).isEqualTo(SessionLock.Ending.HELD);
                assertThat(lock.awaitEnd(waiting, changes + 1, LONG))
                        .as("there were other notifications")
                        .isEqualTo(SessionLock.Ending.NOT_HELD);
                CompletableFuture<SessionLock.Ending> ending = CompletableFuture.supplyAsync(() -> {
                    try {
                        return lock.awaitEnd(waiting, changes, LONG);
                    } catch (SQLException failed) {
                        throw new CompletionException(failed);
                    }
                });
                awaitWaiting();
                killHolder();
                assertThat(ending.get(20, TimeUnit.SECONDS)).isEqualTo(SessionLock.Ending.ENDED);
            }
            assertThat(lock.acquire(next, Duration.ZERO))
                    .as("the session that waited keeps nothing")
                    .isTrue();
        }
        assertThat(changes()).isEqualTo(changes);
    }

    @Test // LEASE-5
    void killedHolderWakesTheListenerWithoutANotification() throws Exception {
        long changes = changes();
        AtomicInteger calls = new AtomicInteger();
        WatchedSessions watched = new WatchedSessions();
        watched.add(name);
        StoreSettings settings = new StoreSettings(Duration.ofSeconds(10), 1);
        MariadbDatabase dialect = new MariadbDatabase(() -> server.connect(database), database, settings);
        try (Connection holder = holder();
                SignalListener listener = new SignalListener(dialect, calls::incrementAndGet, watched).start()) {
            assertThat(listener).isNotNull();
            awaitWaiting();
            int before = calls.get();
            assertThat(before).as("called when it began to listen").isEqualTo(1);
            killHolder();
            Awaitility.await("the listener is called").until(() -> calls.get() > before);
            assertThat(holder.isValid(1)).isFalse();
        }
        assertThat(changes()).as("no notification").isEqualTo(changes);
    }
}
