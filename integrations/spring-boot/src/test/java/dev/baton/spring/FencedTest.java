package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.LeadershipLostException;
import dev.baton.fence.Fence;
import dev.baton.fence.HighestSeenFence;
import dev.baton.fence.PostgresFence;
import dev.baton.fence.StaleEpochException;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Guarded transactions in the application's own PostgreSQL database. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FencedTest {
    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();
    private final List<ConfigurableApplicationContext> started = new ArrayList<>();

    @AfterEach
    void close() {
        started.forEach(ConfigurableApplicationContext::close);
        server.dropDatabase(database);
    }

    /** Writes in guarded transactions. */
    static class Ledger {
        private final JdbcTemplate jdbc;

        Ledger(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @Fenced("nightly")
        public void write(Runnable beforeCommit) {
            jdbc.update("INSERT INTO ledger VALUES (1)");
            beforeCommit.run();
        }

        /** As code does that catches every exception, and repeats what failed. */
        @Transactional
        @Fenced("nightly")
        public void rollBackAndWriteAgain(Runnable beforeCommit) {
            jdbc.update("INSERT INTO ledger VALUES (3)");
            jdbc.execute((ConnectionCallback<Boolean>) connection -> {
                connection.rollback();
                return true;
            });
            jdbc.update("INSERT INTO ledger VALUES (4)");
            beforeCommit.run();
        }

        @Transactional
        @Fenced("nightly")
        public void writeAndThen(Runnable afterCommit) {
            jdbc.update("INSERT INTO ledger VALUES (5)");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    afterCommit.run();
                }
            });
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @Fenced("nightly")
        public void writeApart() {
            jdbc.update("INSERT INTO ledger VALUES (2)");
        }
    }

    private Ledger start(String... properties) {
        server.run(database, "CREATE TABLE ledger (entry int)");
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=jdbc:postgresql://localhost:" + server.port() + "/" + database,
                "spring.datasource.username=postgres",
                "spring.datasource.hikari.maximum-pool-size=2",
                "spring.autoconfigure.exclude=" + TestApplication.JPA));
        all.addAll(List.of(properties));
        started.add(TestApplication.start(all, Ledger.class));
        awaitLeader();
        return started.get(0).getBean(Ledger.class);
    }

    private BatonElections elections() {
        return started.get(0).getBean(BatonElections.class);
    }

    private void awaitLeader() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> elections().candidate("nightly").isLeader());
    }

    private long entries() {
        return server.number(database, "SELECT count(*) FROM ledger");
    }

    @Test // FENCE-2
    void leaderCommitsAndFormerLeaderDoesNot() {
        Ledger ledger = start();
        assertThat(started.get(0).getBean(Fence.class)).isInstanceOf(PostgresFence.class);
        assertThat(elections().baton().backend().describe()).startsWith("postgres://");
        ledger.write(ledger::writeApart);
        assertThat(entries()).isEqualTo(2);

        // The leadership ends inside of the transaction: the check before the commit refuses it.
        assertThatThrownBy(() ->
                        ledger.write(() -> elections().candidate("nightly").stop(Duration.ofSeconds(10))))
                .isInstanceOf(LeadershipLostException.class);
        assertThatThrownBy(() -> ledger.write(() -> {})).isInstanceOf(LeadershipLostException.class);
        assertThat(entries()).isEqualTo(2);
        // The refused transactions returned their connections: the pool has two.
        elections().candidate("nightly").start();
        awaitLeader();
        ledger.write(ledger::writeApart);
        assertThat(entries()).isEqualTo(4);
    }

    @Test // FENCE-2
    void transactionThatIsNotTheGuardedOneIsNotCommitted() {
        Ledger ledger = start();
        assertThatThrownBy(() -> ledger.rollBackAndWriteAgain(() -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no guard");
        assertThat(entries()).isZero();
        ledger.write(ledger::writeApart);
        assertThat(entries()).isEqualTo(2);
    }

    @Test // FENCE-2
    void fenceByTheHighestEpochSeenGuardsTheSecondTransaction() {
        Ledger ledger = start("baton.url=" + TestApplication.newStore());
        ledger.rollBackAndWriteAgain(() -> {});
        assertThat(entries()).isEqualTo(1);
        // A later leader has written after the rollback removed the guard.
        assertThatThrownBy(() ->
                        ledger.rollBackAndWriteAgain(() -> server.run(database, "UPDATE baton_fence SET epoch = 9")))
                .isInstanceOf(StaleEpochException.class);
        assertThat(entries()).isEqualTo(1);
    }

    @Test // FENCE-2
    void fenceByTheHighestEpochSeenGuardsAnotherTransactionAfterTheCommit() {
        Ledger ledger = start("baton.url=" + TestApplication.newStore());
        ledger.writeAndThen(ledger::writeApart);
        assertThat(entries()).isEqualTo(2);
        assertThatThrownBy(() -> ledger.write(ledger::writeApart))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inside of a guarded one");
        assertThat(entries()).isEqualTo(2);
    }

    @Test // FENCE-2
    void otherStoreIsFencedByTheHighestEpochSeen() {
        Ledger ledger = start("baton.url=" + TestApplication.newStore());
        assertThat(started.get(0).getBean(Fence.class)).isInstanceOf(HighestSeenFence.class);
        ledger.write(() -> {});
        server.run(database, "UPDATE baton_fence SET epoch = 9");
        assertThatThrownBy(() -> ledger.write(() -> {})).isInstanceOf(StaleEpochException.class);
        assertThat(entries()).isEqualTo(1);
    }
}
