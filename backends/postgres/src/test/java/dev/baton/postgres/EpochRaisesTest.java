package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.Tenure;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.Backend;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.testkit.IgnoredSignals;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many epochs raised together. A raise that fails does not affect the others. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EpochRaisesTest {
    private static final int MANY = 120;

    @Test // FENCE-1, PG-8
    void acquiresManyElectionsInFewTransactions() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            assertThat(all(backend).stream().map(CompletableFuture::join))
                    .allMatch(AcquireOutcome.Won.class::isInstance);
            assertThat(fixture.number("SELECT count(DISTINCT xmin::text) FROM baton_epochs"))
                    .isLessThan(MANY / 2);
            assertThat(fixture.number("SELECT count(*) FROM baton_reigns WHERE epoch = 1"))
                    .isEqualTo(MANY);
        }
    }

    @Test // FENCE-1
    void raisesManyEpochsAboveAllRecordedOnes() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            try (Backend former = fixture.open()) {
                assertThat(all(former).stream().map(CompletableFuture::join))
                        .allMatch(AcquireOutcome.Won.class::isInstance);
            }
            fixture.run("UPDATE baton_reigns SET epoch = 41 WHERE election = 'e70'");
            fixture.run("UPDATE baton_epochs SET reserved_for = 'another', reserved_until = now() + interval '1h'"
                    + " WHERE election = 'e80'");
            try (Backend successor = fixture.open()) {
                List<AcquireOutcome> outcomes =
                        all(successor).stream().map(CompletableFuture::join).toList();
                assertThat(outcomes.get(80)).isInstanceOf(AcquireOutcome.HeldBy.class);
                assertThat(fixture.number("SELECT count(*) FROM baton_epochs WHERE epoch = 2"))
                        .isEqualTo(MANY - 2);
                assertThat(fixture.number("SELECT epoch FROM baton_epochs WHERE election = 'e70'"))
                        .isEqualTo(42);
                assertThat(fixture.number("SELECT count(*) FROM baton_reigns WHERE ended_at IS NULL"))
                        .isEqualTo(MANY);
            }
        }
    }

    @Test // PG-8
    void tenureOfLeaderThatEndedWithoutReleaseEndsWhenTheNextBegins() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            try (Backend former = fixture.open()) {
                assertThat(attempt(former, "nightly").join()).isInstanceOf(AcquireOutcome.Won.class);
            }
            try (Backend successor = fixture.open()) {
                assertThat(attempt(successor, "nightly").join()).isInstanceOf(AcquireOutcome.Won.class);
                List<Tenure> history =
                        successor.history("nightly").toCompletableFuture().join();
                assertThat(history).hasSize(2);
                assertThat(history.get(0).reason()).contains(EndReason.SESSION_CLOSED.code());
                assertThat(history.get(0).to()).contains(history.get(1).from());
                assertThat(Tenure.overlappingPairs(history)).isZero();
            }
        }
    }

    @ParameterizedTest // FENCE-1, FENCE-2
    @ValueSource(booleans = {false, true})
    void guardedElectionAndElectionWithOtherKeysFailAlone(boolean whileLeading) throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open();
                Connection guarded = fixture.connectPlainSession();
                Statement guard = guarded.createStatement()) {
            Contender before = contender(backend, "first");
            AcquireOutcome.Won won =
                    (AcquireOutcome.Won) before.acquire(0).toCompletableFuture().join();
            if (!whileLeading) {
                before.release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED))
                        .toCompletableFuture()
                        .join();
            }
            fixture.run("INSERT INTO baton_epochs VALUES (1, 2, 'e50', 7, '', 0, now(), '', 1000, true)");
            guarded.setAutoCommit(false);
            guard.execute("SELECT pg_advisory_xact_lock_shared(" + AdvisoryKeys.guardOf("e60") + ")");
            List<CompletableFuture<AcquireOutcome>> outcomes = all(backend);
            for (int i = 0; i < MANY; i++) {
                Class<?> expected = switch (i) {
                    case 50 -> AcquireOutcome.Unknown.class;
                    case 60 -> AcquireOutcome.HeldBy.class;
                    default -> AcquireOutcome.Won.class;
                };
                assertThat(outcomes.get(i).join()).as("e" + i).isInstanceOf(expected);
            }
            assertThat(((AcquireOutcome.Unknown) outcomes.get(50).join()).cause())
                    .hasMessageContaining("e50 is recorded with keys other than");
            guarded.commit();
        }
    }

    @ParameterizedTest // PG-1
    @ValueSource(booleans = {false, true})
    void electionRecordedWithOtherKeysIsRefusedAndItsLockFreed(boolean whileLeading) {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            assertThat(attempt(backend, "first").join()).isInstanceOf(AcquireOutcome.Won.class);
            fixture.run("INSERT INTO baton_epochs VALUES (1, 2, 'nightly', 7, '', 0, now(), '', 1000, true)");
            try (Backend other = fixture.open()) {
                AcquireOutcome outcome =
                        attempt(whileLeading ? backend : other, "nightly").join();
                assertThat(((AcquireOutcome.Unknown) outcome).cause())
                        .isInstanceOf(LockException.class)
                        .hasMessageContaining("nightly is recorded with keys other than");
            }
            assertThat(fixture.electionLocks()).isEqualTo(1);
        }
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(ints = {1, MANY})
    void everyRaiseAdvancesTheSequenceThatFencesRead(int elections) {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            String advanced = "SELECT last_value - (SELECT seqstart FROM pg_sequence WHERE seqrelid ="
                    + " 'baton_raises'::regclass) + 1 FROM baton_raises";
            for (String round : List.of("without-claims-", "with-claims-")) {
                IntStream.range(0, elections)
                        .mapToObj(i -> attempt(backend, round + i))
                        .toList()
                        .forEach(CompletableFuture::join);
                assertThat(fixture.number(advanced)).isEqualTo(fixture.number("SELECT sum(epoch) FROM baton_epochs"));
            }
        }
    }

    /** Attempts of a candidate that stopped and started again can meet in one statement. */
    @ParameterizedTest // FENCE-1, PG-3
    @ValueSource(booleans = {false, true})
    void ofTwoRaisesOfOneElectionOnlyOneHasTheEpoch(boolean rowExists) throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open();
                Connection connection = fixture.connectPlainSession()) {
            assertThat(attempt(backend, rowExists ? "nightly" : "first").join()).isInstanceOf(AcquireOutcome.Won.class);
            LockSession session = new LockSession(connection, ServerFacts.read(connection), 7);
            Optional<EpochRow> seen = session.row(AdvisoryKeys.of("nightly"));
            List<EpochRaise> raises = Stream.of("earlier", "later")
                    .map(tenure ->
                            new EpochRaise("nightly", AdvisoryKeys.of("nightly"), "me", "", 7, tenure, seen, 0, 1_000))
                    .toList();
            List<Optional<Long>> epochs = session.raise(raises);
            assertThat(epochs).filteredOn(Optional::isPresent).hasSize(1);
            String written = raises.get(epochs.get(0).isPresent() ? 0 : 1).tenure();
            assertThat(session.row(AdvisoryKeys.of("nightly")).flatMap(EpochRow::tenure))
                    .contains(written);
        }
    }

    @Test // FENCE-1
    void rehearsalLeavesNothingBehind() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open();
                Connection connection = fixture.connectPlainSession()) {
            assertThat(attempt(backend, "first").join()).isInstanceOf(AcquireOutcome.Won.class);
            new LockSession(connection, ServerFacts.read(connection), 1).rehearse();
            assertThat(fixture.number("SELECT count(*) FROM baton_epochs")).isEqualTo(1);
            assertThat(fixture.number("SELECT count(*) FROM baton_reigns")).isEqualTo(1);
            assertThat(fixture.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = "
                            + ServerFacts.read(connection).pid()))
                    .isZero();
        }
    }

    private static List<CompletableFuture<AcquireOutcome>> all(Backend backend) {
        return IntStream.range(0, MANY).mapToObj(i -> attempt(backend, "e" + i)).toList();
    }

    private static CompletableFuture<AcquireOutcome> attempt(Backend backend, String election) {
        return contender(backend, election).acquire(0).toCompletableFuture();
    }

    private static Contender contender(Backend backend, String election) {
        return backend.contend(new ContenderSettings(election, "me", 0, "", new IgnoredSignals()));
    }
}
