package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.testkit.IgnoredSignals;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Epochs that a candidate has seen are never given again, although the tables went back. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KnownEpochsTest {
    private static final String EPOCH = "SELECT coalesce(max(epoch), 0) FROM baton_epochs WHERE election = 'nightly'";
    private static final String WENT_BACK = "went back";

    private static final String LOWER = "UPDATE baton_epochs SET epoch = 1; DELETE FROM baton_reigns";
    private static final String TRUNCATE = "TRUNCATE baton_epochs, baton_reigns";

    @ParameterizedTest // FENCE-1
    @ValueSource(strings = {LOWER, TRUNCATE})
    void leaderWithoutMemoryIsReplacedByOneAboveAllKnownEpochs(String goBack) {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend remembering = fixture.open();
                Backend fresh = fixture.open();
                CapturedLog log = new CapturedLog()) {
            Contender standby = contender(remembering, "nightly");
            leadAtEpoch40(fixture);
            assertThat(attempt(standby)).isInstanceOf(AcquireOutcome.Won.class);
            standby.withdraw().toCompletableFuture().join();
            fixture.run(goBack);
            Claim low = won(contender(fresh, "nightly"));
            assertThat(low.epoch()).isLessThan(41);

            assertThat(attempt(standby)).isInstanceOf(AcquireOutcome.HeldBy.class);
            await("the row is raised", () -> fixture.number(EPOCH) == 41);
            assertThat(fresh.renew(List.of(low)).toCompletableFuture().join().get(low))
                    .isInstanceOf(RenewOutcome.Gone.class);
            assertThat(won(contender(fresh, "nightly")).epoch()).isEqualTo(42);
            assertThat(log.text()).containsOnlyOnce(WENT_BACK).contains("epoch 41 has been in use");
        }
    }

    @ParameterizedTest // FENCE-1
    @ValueSource(strings = {LOWER, TRUNCATE})
    void leaderThatLosesItsRowRaisesItBeforeOthersCanLead(String goBack) {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend leading = fixture.open();
                Backend fresh = fixture.open();
                CapturedLog log = new CapturedLog()) {
            leadAtEpoch40(fixture);
            Claim claim = won(contender(leading, "nightly"));
            assertThat(claim.epoch()).isEqualTo(41);
            fixture.run(goBack);
            assertThat(attempt(contender(fresh, "nightly"))).isInstanceOf(AcquireOutcome.HeldBy.class);
            assertThat(leading.renew(List.of(claim))
                            .toCompletableFuture()
                            .join()
                            .get(claim))
                    .isInstanceOf(RenewOutcome.Gone.class);
            assertThat(won(contender(fresh, "nightly")).epoch()).isEqualTo(42);
            assertThat(log.text()).containsOnlyOnce(WENT_BACK).contains("epoch 41 has been in use");
        }
    }

    @ParameterizedTest // FENCE-1
    @ValueSource(strings = {LOWER, TRUNCATE})
    void leaderThatLosesItsRowRaisesItBeforeItReleases(String goBack) {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend leading = fixture.open();
                Backend fresh = fixture.open()) {
            leadAtEpoch40(fixture);
            Contender leader = contender(leading, "nightly");
            Claim claim = won(leader);
            fixture.run(goBack);
            leader.release(claim, ReleaseRequest.of(EndReason.RESIGNED))
                    .toCompletableFuture()
                    .join();
            assertThat(won(contender(fresh, "nightly")).epoch()).isEqualTo(42);
        }
    }

    @Test // FENCE-1
    void leaderWithEpochOfAnEarlierTenureIsReplacedByOneAboveIt() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend remembering = fixture.open();
                Backend fresh = fixture.open();
                CapturedLog log = new CapturedLog()) {
            leadAtEpoch40(fixture);
            Contender former = contender(remembering, "nightly");
            assertThat(won(former).epoch()).isEqualTo(41);
            former.withdraw().toCompletableFuture().join();
            fixture.run("UPDATE baton_epochs SET epoch = 40; DELETE FROM baton_reigns");
            Claim repeated = won(contender(fresh, "nightly"));
            assertThat(repeated.epoch()).isEqualTo(41);

            assertThat(attempt(former)).isInstanceOf(AcquireOutcome.HeldBy.class);
            await("the row is raised", () -> fixture.number(EPOCH) == 42);
            assertThat(fresh.renew(List.of(repeated))
                            .toCompletableFuture()
                            .join()
                            .get(repeated))
                    .isInstanceOf(RenewOutcome.Gone.class);
            assertThat(won(contender(fresh, "nightly")).epoch()).isEqualTo(43);
            assertThat(log.text())
                    .containsOnlyOnce(WENT_BACK)
                    .contains("the table has 41, but epoch 41 has been in use by another tenure");
        }
    }

    @ParameterizedTest // G2: the former leader may not have noticed the end of its session
    @ValueSource(strings = {LOWER, TRUNCATE})
    void exclusiveSuccessorWaitsForALeaderWhoseRowIsLost(String goBack) {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=3s&takeover=exclusive");
                Backend leading = fixture.open();
                Backend standby = fixture.open()) {
            leadAtEpoch40(fixture);
            fixture.run("UPDATE baton_epochs SET released = true");
            assertThat(attempt(contender(leading, "nightly"))).isInstanceOf(AcquireOutcome.Won.class);
            Contender waiting = contender(standby, "nightly");
            assertThat(attempt(waiting)).isInstanceOf(AcquireOutcome.HeldBy.class);
            fixture.run(goBack);
            fixture.number("SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory'"
                    + " AND objsubid = 2 AND granted"
                    + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
            await("the lock is free", () -> fixture.electionLocks() == 0);
            long freeAt = System.nanoTime();
            await("the successor leads", () -> attempt(waiting) instanceof AcquireOutcome.Won);
            assertThat(Duration.ofNanos(System.nanoTime() - freeAt)).isGreaterThan(Duration.ofMillis(2900));
        }
    }

    @Test // FENCE-1
    void rowsAreRaisedBeforeTheFirstAttemptOnNewSession() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open();
                CapturedLog log = new CapturedLog()) {
            leadAtEpoch40(fixture);
            assertThat(attempt(contender(backend, "nightly"))).isInstanceOf(AcquireOutcome.Won.class);
            fixture.terminate("lock");
            fixture.run(TRUNCATE);
            // Another election of the same process is enough: nobody can lead nightly with a low epoch any more.
            await("leads on a new session", () -> attempt(contender(backend, "hourly")) instanceof AcquireOutcome.Won);
            assertThat(fixture.number(EPOCH)).isEqualTo(41);
            assertThat(log.text()).containsOnlyOnce(WENT_BACK);
        }
    }

    @Test // FENCE-1
    void storeThatCannotBeRaisedIsRefusedWithTheCure() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            leadAtEpoch40(fixture);
            assertThat(attempt(contender(backend, "nightly"))).isInstanceOf(AcquireOutcome.Won.class);
            fixture.run("UPDATE baton_epochs SET epoch = 3; ALTER TABLE baton_epochs ADD CHECK (epoch < 5)");
            fixture.terminate("lock");
            await(
                    "refused with the statement to run",
                    () -> attempt(contender(backend, "nightly")) instanceof AcquireOutcome.Unknown unknown
                            && unknown.cause() instanceof LockException
                            && String.valueOf(unknown.cause().getMessage())
                                    .contains("UPDATE baton_epochs SET epoch = greatest(epoch, 41)"));
            assertThat(fixture.electionLocks()).isZero();
        }
    }

    @Test // FENCE-2
    void lockedRowThatDidNotGoBackDelaysNoNewSession() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open();
                Connection guarded = fixture.connectPlainSession();
                Statement statement = guarded.createStatement()) {
            assertThat(attempt(contender(backend, "nightly"))).isInstanceOf(AcquireOutcome.Won.class);
            guarded.setAutoCommit(false);
            statement.execute("SELECT 1 FROM baton_epochs WHERE election = 'nightly' FOR SHARE");
            fixture.terminate("lock");
            await("leads on a new session", () -> attempt(contender(backend, "hourly")) instanceof AcquireOutcome.Won);
        }
    }

    @Test // FENCE-1
    void highestEpochIsRefusedByName() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            assertThat(attempt(contender(backend, "other"))).isInstanceOf(AcquireOutcome.Won.class);
            fixture.run("INSERT INTO baton_reigns VALUES ('nightly', 9223372036854775807, '', '', now(), now(), '')");
            AcquireOutcome.Unknown refused = (AcquireOutcome.Unknown) attempt(contender(backend, "nightly"));
            assertThat(refused.cause())
                    .isInstanceOf(LockException.class)
                    .hasMessageContaining("nightly has epoch 9223372036854775807, and there is none above it");
            assertThat(fixture.electionLocks()).isEqualTo(1);
        }
    }

    /** Records a tenure with epoch 40 in a process that ends. */
    private static Claim won(Contender contender) {
        return ((AcquireOutcome.Won) attempt(contender)).claim();
    }

    private static void leadAtEpoch40(PostgresFixture fixture) {
        try (Backend former = fixture.open()) {
            assertThat(attempt(contender(former, "nightly"))).isInstanceOf(AcquireOutcome.Won.class);
        }
        await("its session has ended on the server", () -> fixture.electionLocks() == 0);
        fixture.run("UPDATE baton_epochs SET epoch = 40");
    }

    private static Contender contender(Backend backend, String election) {
        return backend.contend(new ContenderSettings(election, "me", 0, "", new IgnoredSignals()));
    }

    private static AcquireOutcome attempt(Contender contender) {
        return contender.acquire(0).toCompletableFuture().join();
    }
}
