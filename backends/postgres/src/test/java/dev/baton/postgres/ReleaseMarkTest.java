package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.testkit.IgnoredSignals;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A release is marked with its reservation, even while guarded transactions are open. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReleaseMarkTest {
    private static final ReleaseRequest TO_HEIR = new ReleaseRequest(EndReason.TRANSFERRED, Optional.of("heir"));

    @Test // PG-5
    void releaseIsMarkedWithReservationBeforeLockIsFree() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            Contender contender = contender(backend, ELECTION);
            Claim claim = won(contender);
            assertThat(released(contender, claim)).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(marked(fixture)).isEqualTo(1);
            assertThat(reason(fixture)).isEqualTo(1);
            assertThat(fixture.electionLocks()).isZero();
        }
    }

    @ParameterizedTest // PG-5, FENCE-2
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void overlappingGuardedWritersDoNotStarveRelease(int isolation) throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            Contender contender = contender(backend, ELECTION);
            Claim claim = won(contender);
            Claim other = won(contender(backend, "other"));
            try (GuardedWriters writers = new GuardedWriters(fixture, ELECTION, isolation)) {
                CompletableFuture<ReleaseOutcome> release =
                        contender.release(claim, TO_HEIR).toCompletableFuture();
                assertThat(renewed(backend, other)).isInstanceOf(RenewOutcome.Renewed.class);
                assertThat(release.join()).isInstanceOf(ReleaseOutcome.Released.class);
                assertThat(marked(fixture)).isEqualTo(1);
                int before = writers.committed();
                PostgresFixture.await("the writers continue", () -> writers.committed() > before);
            }
            assertThat(fixture.electionLocks()).isEqualTo(1);
        }
    }

    @ParameterizedTest // PG-5, FENCE-2
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void frozenGuardedWriterDelaysNeitherReleaseNorRenewal(int isolation) throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open();
                Connection frozen = fixture.connectPlainSession();
                Statement guarded = frozen.createStatement()) {
            Contender contender = contender(backend, ELECTION);
            Claim claim = won(contender);
            Claim other = won(contender(backend, "other"));
            frozen.setTransactionIsolation(isolation);
            frozen.setAutoCommit(false);
            GuardedWriters.guard(guarded, ELECTION, isolation);
            CompletableFuture<ReleaseOutcome> release =
                    contender.release(claim, TO_HEIR).toCompletableFuture();
            assertThat(renewed(backend, other)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(release.join()).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(fixture.electionLocks()).isEqualTo(1);
            // Above READ COMMITTED the frozen transaction locks the row, so that it cannot be marked.
            assertThat(marked(fixture)).isEqualTo(isolation == Connection.TRANSACTION_READ_COMMITTED ? 1 : 0);
            frozen.commit();
        }
    }

    private static Contender contender(Backend backend, String election) {
        return backend.contend(new ContenderSettings(election, "me", 0, "", new IgnoredSignals()));
    }

    private static Claim won(Contender contender) {
        AcquireOutcome outcome = contender.acquire(0).toCompletableFuture().join();
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    private static ReleaseOutcome released(Contender contender, Claim claim) {
        return contender.release(claim, TO_HEIR).toCompletableFuture().join();
    }

    private static RenewOutcome renewed(Backend backend, Claim claim) {
        return Objects.requireNonNull(
                backend.renew(List.of(claim)).toCompletableFuture().join().get(claim));
    }

    private static long marked(PostgresFixture fixture) {
        return fixture.number(
                "SELECT count(*) FROM baton_epochs WHERE released AND reserved_for = 'heir' AND election = '" + ELECTION
                        + "'");
    }

    private static long reason(PostgresFixture fixture) {
        return fixture.number(
                "SELECT count(*) FROM baton_reigns WHERE reason = 'transferred' AND ended_at IS NOT NULL");
    }
}
