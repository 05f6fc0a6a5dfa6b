package dev.baton.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A leader, in its own process, that is frozen during a transaction, with and without a guard. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class FrozenLeaderTest {
    private static final String ELECTION = "nightly";
    private static final Duration VALIDITY =
            Duration.ofSeconds(3).multipliedBy(15).dividedBy(16);

    private final TestDatabase database = newDatabase();

    TestDatabase newDatabase() {
        return new TestDatabase();
    }

    /**
     * The state when the successor was announced.
     *
     * @param victims the number of the predecessor's transactions that could still commit
     */
    private record Announcement(Leadership leadership, Duration afterTheFreeze, long victims) {}

    @Test // FENCE-2, PG-12
    void guardedTransactionOfFrozenLeaderWritesNothing() throws Exception {
        try (TestProgram victim =
                        TestProgram.start(WriterMain.class, database.url(), ELECTION, database.jdbcUrl(), "guarded");
                Baton baton = Baton.connect(database.url());
                Candidate successor = successor(baton)) {
            long epoch = writing(victim);
            Announcement announced = freezeAndAwait(victim, successor);
            assertThat(announced.leadership().epoch()).isGreaterThan(epoch);
            assertThat(announced.victims()).isZero();
            assertThat(announced.afterTheFreeze()).isLessThan(VALIDITY.plusSeconds(2));
            write(announced.leadership());

            victim.resume();
            victim.proceed();
            assertThat(victim.next())
                    .startsWith("stale")
                    .contains(ELECTION)
                    .contains("epoch " + epoch)
                    .contains("current epoch is " + announced.leadership().epoch());
            assertThat(victim.exitCode()).isZero();
            assertThat(database.entries(epoch)).isZero();
            assertThat(database.entries(announced.leadership().epoch())).isEqualTo(1);
        }
    }

    @Test // FENCE-2
    void unguardedTransactionOfFrozenLeaderWritesAfterSuccessor() throws Exception {
        try (TestProgram victim =
                        TestProgram.start(WriterMain.class, database.url(), ELECTION, database.jdbcUrl(), "bare");
                Baton baton = Baton.connect(database.url());
                Candidate successor = successor(baton)) {
            long epoch = writing(victim);
            Announcement announced = freezeAndAwait(victim, successor);
            assertThat(announced.victims()).isEqualTo(1);
            write(announced.leadership());

            victim.resume();
            victim.proceed();
            assertThat(victim.next()).isEqualTo("committed");
            assertThat(database.entries(epoch)).isEqualTo(2);
        }
    }

    private static Candidate successor(Baton baton) {
        return baton.election(ELECTION)
                .candidate(CandidateSettings.builder().instanceId("successor").build());
    }

    private static long writing(TestProgram victim) throws InterruptedException {
        String[] words = victim.next().split(" ", -1);
        assertThat(words[0]).isEqualTo("writing");
        return Long.parseLong(words[1]);
    }

    private Announcement freezeAndAwait(TestProgram victim, Candidate successor) throws Exception {
        CompletableFuture<Announcement> announced = new CompletableFuture<>();
        CompletableFuture<Long> frozen = new CompletableFuture<>();
        successor.onAcquired(leadership -> {
            long at = System.nanoTime();
            long victims = database.number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'victim'"
                    + " AND datname = current_database() AND state LIKE 'idle in transaction%'");
            announced.complete(new Announcement(leadership, Duration.ofNanos(at - frozen.join()), victims));
        });
        successor.start();
        TestDatabase.await(
                "the standby waits",
                () -> database.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND application_name LIKE 'baton wait%'")
                        == 1);
        victim.freeze();
        frozen.complete(System.nanoTime());
        Announcement announcement = announced.orTimeout(30, TimeUnit.SECONDS).join();
        System.out.println("freeze to successor: "
                + announcement.afterTheFreeze().toMillis() + " ms, validity " + VALIDITY.toMillis() + " ms");
        return announcement;
    }

    private void write(Leadership leadership) throws SQLException {
        Fence.byElection().inTransaction(database.source(), leadership, TestDatabase.entry(leadership.epoch()));
    }
}
