package dev.baton.postgres;

import static dev.baton.postgres.Stage.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
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

/** A release is marked and its reservation kept, whoever writes under the epoch meanwhile. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReleaseMarkTest {
    private static final ReleaseRequest TO_HEIR = new ReleaseRequest(EndReason.TRANSFERRED, Optional.of("heir"));

    @Test // PG-5
    void aReleaseIsMarkedWithItsReservationBeforeTheLockIsFree() {
        try (Stage stage = Stage.usual();
                Backend backend = stage.store.open(BatonClock.system())) {
            Contender contender = contender(backend, ELECTION);
            Claim claim = won(contender);
            assertThat(released(contender, claim)).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(marked(stage)).isEqualTo(1);
            assertThat(reason(stage)).isEqualTo(1);
            assertThat(locks(stage)).isZero();
        }
    }

    @ParameterizedTest // PG-5, FENCE-2
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void sixteenOverlappingGuardedWritersStarveNeitherAReleaseNorItsReservation(int isolation) throws Exception {
        try (Stage stage = Stage.usual();
                Backend backend = stage.store.open(BatonClock.system())) {
            Contender contender = contender(backend, ELECTION);
            Claim claim = won(contender);
            Claim other = won(contender(backend, "other"));
            try (GuardedWriters writers = new GuardedWriters(stage, ELECTION, isolation)) {
                CompletableFuture<ReleaseOutcome> release =
                        contender.release(claim, TO_HEIR).toCompletableFuture();
                assertThat(renewed(backend, other)).isInstanceOf(RenewOutcome.Renewed.class);
                assertThat(release.join()).isInstanceOf(ReleaseOutcome.Released.class);
                assertThat(marked(stage)).isEqualTo(1);
                int before = writers.committed();
                Stage.await("the writers go on", () -> writers.committed() > before);
            }
            assertThat(locks(stage)).isEqualTo(1);
        }
    }

    @ParameterizedTest // PG-5, FENCE-2
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void aFrozenGuardedWriterHoldsUpNoReleaseAndNoRenewal(int isolation) throws Exception {
        try (Stage stage = Stage.usual();
                Backend backend = stage.store.open(BatonClock.system());
                Connection frozen = stage.store.server().connect(stage.store.database());
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
            assertThat(locks(stage)).isEqualTo(1);
            // Above READ COMMITTED the frozen one holds the very row that would have to be marked.
            assertThat(marked(stage)).isEqualTo(isolation == Connection.TRANSACTION_READ_COMMITTED ? 1 : 0);
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

    private static long marked(Stage stage) {
        return stage.store
                .server()
                .number(
                        stage.store.database(),
                        "SELECT count(*) FROM baton_epochs WHERE released AND reserved_for = 'heir' AND election = '"
                                + ELECTION + "'");
    }

    private static long reason(Stage stage) {
        return stage.store
                .server()
                .number(
                        stage.store.database(),
                        "SELECT count(*) FROM baton_reigns WHERE reason = 'transferred' AND ended_at IS NOT NULL");
    }

    /** Election locks that are held. */
    private static long locks(Stage stage) {
        return stage.store
                .server()
                .number(
                        stage.store.database(),
                        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
                                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    }
}
