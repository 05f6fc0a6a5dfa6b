package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.testkit.IgnoredSignals;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The backend with a connection factory whose connections fail, without a server. */
class ConnectionFailureTest {
    private final List<String> uses = new CopyOnWriteArrayList<>();

    @Test // PG-8
    void connectsOnlyWithTheFirstRequest() {
        try (PostgresBackend backend = over(use -> failing("08001"))) {
            assertThat(backend.describe()).isEqualTo("mock");
            assertThat(uses).isEmpty();
        }
    }

    @Test // PG-9, API-6
    void failedConnectionGivesUnknownOutcomeWithElectionAndStore() {
        try (PostgresBackend backend = over(use -> failing("08001"))) {
            AcquireOutcome outcome =
                    contender(backend).acquire(0).toCompletableFuture().join();
            assertThat(outcome).isInstanceOf(AcquireOutcome.Unknown.class);
            Throwable cause = ((AcquireOutcome.Unknown) outcome).cause();
            assertThat(cause).isInstanceOf(ConnectionException.class).hasMessageContaining("nightly in mock");
        }
    }

    @Test // PG-9
    void logTagsContainKeys() {
        try (PostgresBackend backend = over(use -> failing("08001"))) {
            assertThat(backend.logTags("stage")).matches("key1=-?\\d+ key2=-?\\d+");
        }
    }

    @Test // PG-8
    void abortsConnectionWhoseFirstStatementFails() {
        AtomicBoolean aborted = new AtomicBoolean();
        try (PostgresBackend backend = over(use -> broken(aborted))) {
            assertThat(contender(backend).acquire(0).toCompletableFuture().join())
                    .isInstanceOf(AcquireOutcome.Unknown.class);
            await("the connection was aborted", aborted::get);
            assertThat(uses).contains("lock");
        }
    }

    @Test // PG-8
    void withdrawalWithoutSessionDoesNotConnect() {
        try (PostgresBackend backend = over(use -> failing("08001"))) {
            contender(backend).withdraw().toCompletableFuture().join();
            assertThat(uses).doesNotContain("lock");
        }
    }

    private PostgresBackend over(ConnectionFactory factory) {
        ConnectionFactory recording = new ConnectionFactory() {
            @Override
            public Connection connect(String use) throws SQLException {
                uses.add(use);
                return factory.connect(use);
            }

            @Override
            public String describe() {
                return "mock";
            }
        };
        return PostgresBackend.open(
                recording, PostgresOptions.defaults(), BatonClock.system(), ConcurrentHashMap.newKeySet());
    }

    private static Contender contender(PostgresBackend backend) {
        return backend.contend(new ContenderSettings("nightly", "me", 0, "", new IgnoredSignals()));
    }

    private static Connection failing(String state) throws SQLException {
        throw new SQLException("no route to host", state);
    }

    /** Returns a connection whose every statement fails as if the server had closed it. */
    private static Connection broken(AtomicBoolean aborted) {
        return (Connection) Proxy.newProxyInstance(
                ConnectionFailureTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "abort", "close" -> {
                        aborted.set(true);
                        yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> false;
                    default -> throw new SQLException("the server has closed the connection", "08006");
                });
    }
}
