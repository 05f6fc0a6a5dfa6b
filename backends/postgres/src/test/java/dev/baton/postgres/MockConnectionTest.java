package dev.baton.postgres;

import static dev.baton.postgres.Stage.await;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The backend over connections that a test makes: what it does when they fail, without a server. */
class MockConnectionTest {
    private final List<String> uses = new CopyOnWriteArrayList<>();

    @Test // PG-8
    void nothingIsConnectedBeforeSomebodyAsks() {
        try (PostgresBackend backend = over(use -> failing("08001"))) {
            assertThat(backend.describe()).isEqualTo("mock");
            assertThat(uses).isEmpty();
        }
    }

    @Test // PG-9, API-6
    void aConnectionThatCannotBeMadeIsAnUnknownOutcomeThatNamesElectionAndStore() {
        try (PostgresBackend backend = over(use -> failing("08001"))) {
            AcquireOutcome outcome =
                    contender(backend).acquire(0).toCompletableFuture().join();
            assertThat(outcome).isInstanceOf(AcquireOutcome.Unknown.class);
            Throwable cause = ((AcquireOutcome.Unknown) outcome).cause();
            assertThat(cause).isInstanceOf(ConnectionException.class).hasMessageContaining("nightly in mock");
        }
    }

    @Test // PG-9
    void logLinesOfAnElectionCarryItsKeys() {
        try (PostgresBackend backend = over(use -> failing("08001"))) {
            assertThat(backend.logTags("stage")).matches("key1=-?\\d+ key2=-?\\d+");
        }
    }

    @Test // PG-8
    void aConnectionWhoseFirstStatementFailsIsCut() {
        AtomicBoolean aborted = new AtomicBoolean();
        try (PostgresBackend backend = over(use -> broken(aborted))) {
            assertThat(contender(backend).acquire(0).toCompletableFuture().join())
                    .isInstanceOf(AcquireOutcome.Unknown.class);
            await("it was cut", aborted::get);
            assertThat(uses).contains("lock");
        }
    }

    @Test // PG-8
    void withdrawingWithoutASessionTouchesNothing() {
        try (PostgresBackend backend = over(use -> failing("08001"))) {
            contender(backend).withdraw().toCompletableFuture().join();
            assertThat(uses).doesNotContain("lock");
        }
    }

    private PostgresBackend over(ConnectionFactory factory) {
        return PostgresBackend.over(
                use -> {
                    uses.add(use);
                    return factory.connect(use);
                },
                PostgresOptions.usual(),
                "mock",
                BatonClock.system());
    }

    private static Contender contender(PostgresBackend backend) {
        return backend.contend(new ContenderSettings("nightly", "me", 0, "", new IgnoredSignals()));
    }

    private static Connection failing(String state) throws SQLException {
        throw new SQLException("no route to anywhere", state);
    }

    /** Every statement fails as if the server had gone. */
    private static Connection broken(AtomicBoolean aborted) {
        return (Connection) Proxy.newProxyInstance(
                MockConnectionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "abort", "close" -> {
                        aborted.set(true);
                        yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> false;
                    default -> throw new SQLException("the server is gone", "08006");
                });
    }
}
