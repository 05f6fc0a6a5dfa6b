package dev.baton.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guarded writers of a former leader that does not know of its end do not block the next leader. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StarvationTest {
    private static final String ELECTION = "nightly";
    private static final int WRITERS = 16;

    private final TestDatabase database = newDatabase();
    private final CountDownLatch busy = new CountDownLatch(4 * WRITERS);

    TestDatabase newDatabase() {
        return new TestDatabase();
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void overlappingWritersDoNotStarveTakeover(int isolation) throws Exception {
        DataSource source = new IsolatedDataSource(database.source(), isolation);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try (Baton first = Baton.builder().url(database.url()).isolated().connect();
                Baton second = Baton.builder().url(database.url()).isolated().connect();
                Candidate leader = candidate(first, "first");
                Candidate next = candidate(second, "second")) {
            leader.start();
            long epoch = leader.awaitLeadership(Duration.ofSeconds(20))
                    .map(Leadership::epoch)
                    .orElseThrow();
            List<Future<StaleEpochException>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(threads.submit(() -> writeUntilRefused(source, FixedLeadership.of(ELECTION, epoch))));
            }
            busy.await();
            CompletableFuture<Long> written = new CompletableFuture<>();
            next.onAcquired(leadership -> written.complete(database.entries(epoch)));
            next.start();
            long before = System.nanoTime();
            leader.stepDown(Duration.ofSeconds(10));
            long entries = written.orTimeout(30, TimeUnit.SECONDS).join();
            Duration took = Duration.ofNanos(System.nanoTime() - before);
            System.out.println("takeover past " + WRITERS + " writers, isolation " + isolation + ": " + took.toMillis()
                    + " ms after " + entries + " writes");
            assertThat(took).isLessThan(Duration.ofSeconds(5));
            for (Future<StaleEpochException> writer : writers) {
                assertThat(writer.get().epoch()).isEqualTo(epoch);
            }
            assertThat(database.entries(epoch)).isEqualTo(entries);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Candidate candidate(Baton baton, String instanceId) {
        return baton.election(ELECTION)
                .candidate(CandidateSettings.builder()
                        .instanceId(instanceId)
                        .reacquireDelay(Duration.ofSeconds(20))
                        .build());
    }

    private StaleEpochException writeUntilRefused(DataSource source, Leadership leadership) throws SQLException {
        while (true) {
            try {
                Fence.byElection().inTransaction(source, leadership, connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("SELECT pg_sleep(0.02)");
                    }
                    return TestDatabase.entry(leadership.epoch()).run(connection);
                });
                busy.countDown();
            } catch (StaleEpochException refused) {
                return refused;
            } catch (SQLException failed) {
                // A release changes the row too. Under SERIALIZABLE the writer must try again then.
                if (!"40001".equals(failed.getSQLState())) {
                    throw failed;
                }
            }
        }
    }
}
