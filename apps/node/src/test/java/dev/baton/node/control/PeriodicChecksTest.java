package dev.baton.node.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Leadership;
import dev.baton.fence.GuardedWork;
import dev.baton.node.control.JobService.LeaseRequest;
import dev.baton.node.database.AgentState;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.database.JobFilter;
import dev.baton.node.database.LeaseReceipt.Verdict;
import dev.baton.node.database.WriteGuard;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobSpec;
import dev.baton.testkit.ManualClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeriodicChecksTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SILENCE = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    private final ManualClock clock = new ManualClock();

    /** Makes all agents silent for a long time, by the clock of the database. */
    private void silenceAgents() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("node.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE baton_agents SET last_seen_ms = last_seen_ms - " + SILENCE.toMillis());
        }
    }

    private static List<String> agentEvents(JobDatabase database) {
        return database.eventsAfter(0, 100).stream()
                .filter(event -> event.kind().equals("agent"))
                .map(event -> event.data().replaceAll(".*\"state\":\"(\\w+)\".*", "$1"))
                .toList();
    }

    @Test // NODE-8
    void leaseThatIsRenewedWhileItsExpiryWaitsDoesNotExpire() throws Exception {
        Semaphore transactions = new Semaphore(Integer.MAX_VALUE);
        WriteGuard fence = WriteGuard.byHighestSeen();
        WriteGuard pausing = new WriteGuard() {
            @Override
            public <T> T write(DataSource pool, Leadership leadership, GuardedWork<T> work) throws SQLException {
                transactions.acquireUninterruptibly();
                try {
                    return fence.write(pool, leadership, work);
                } finally {
                    transactions.release();
                }
            }
        };
        try (JobDatabase database = JobDatabase.open("sqlite:" + directory.resolve("node.db"), pausing)) {
            Controller controller = new Controller("a", "http://a", database, clock);
            controller.open(controller.raise(1, "test", clock.now().plus(Duration.ofDays(1))));
            JobService jobs = new JobService(controller);
            JobSpec spec =
                    new JobSpec("j", Optional.empty(), List.of("true"), JobSpec.DEFAULT_TIMEOUT, Optional.empty(), 0);
            jobs.submit(spec, Optional.empty(), Optional.empty());
            LeaseRequest request = new LeaseRequest("w", Duration.ZERO, Duration.ofMillis(500), JobFilter.ANY);
            JobLease lease =
                    jobs.lease(request, Optional.empty()).orElseThrow().value().lease();
            try (PeriodicChecks checks = new PeriodicChecks(controller, reached -> {}).started()) {
                transactions.acquireUninterruptibly(Integer.MAX_VALUE);
                CompletableFuture<Verdict> renewal = CompletableFuture.supplyAsync(
                        () -> jobs.renew(lease.id(), lease.jobEpoch(), Optional.empty(), Optional.empty())
                                .value()
                                .verdict());
                Awaitility.await().atMost(LONG).until(transactions::hasQueuedThreads);
                // Less than a check takes for an outage.
                clock.advance(Duration.ofMillis(600));
                Awaitility.await().atMost(LONG).until(PeriodicChecksTest::expiryWaits);
                transactions.release(Integer.MAX_VALUE);
                assertThat(renewal.get()).isEqualTo(Verdict.ACCEPTED);
                Awaitility.await().atMost(LONG).until(() -> !expiryWaits());
                assertThat(database.currentLeases()).extracting(JobLease::id).containsExactly(lease.id());
                clock.advance(Duration.ofMillis(600));
                Awaitility.await()
                        .atMost(LONG)
                        .until(() -> database.currentLeases().isEmpty());
                assertThat(checks.isDrained()).isTrue();
            }
        }
    }

    private static boolean expiryWaits() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith("node-lease-checks"))
                .flatMap(thread -> Arrays.stream(thread.getValue()))
                .anyMatch(frame -> frame.getMethodName().equals("nextGroup"));
    }

    @Test // NODE-4
    void silentAgentVanishesWithAnEventAndReturnsWithAnother() throws Exception {
        try (JobDatabase database = JobDatabase.open("sqlite:" + directory.resolve("node.db"))) {
            Controller controller = new Controller("a", "http://a", database, clock);
            controller.open(controller.raise(1, "test", clock.now().plus(Duration.ofDays(1))));
            JobService jobs = new JobService(controller);
            LeaseRequest request = new LeaseRequest("w", Duration.ZERO, SILENCE, JobFilter.ANY);
            try (PeriodicChecks checks = new PeriodicChecks(controller, reached -> {}).started()) {
                jobs.lease(request, Optional.empty());
                silenceAgents();
                // A new leader first gives agents the time to find it.
                clock.advance(Duration.ofSeconds(30));
                Awaitility.await()
                        .during(Duration.ofMillis(500))
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> agentEvents(database).equals(List.of("active")));
                clock.advance(SILENCE);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> agentEvents(database).equals(List.of("active", "vanished")));
                jobs.lease(request, Optional.empty());
                assertThat(agentEvents(database)).containsExactly("active", "vanished", "active");
                assertThat(database.agents()).extracting(agent -> agent.state()).containsExactly(AgentState.ACTIVE);
                assertThat(checks.isDrained()).isTrue();
            }
        }
    }
}
