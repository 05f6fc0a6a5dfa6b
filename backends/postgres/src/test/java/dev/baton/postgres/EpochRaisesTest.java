package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many epochs raised at once: those that cannot be do not harm the others. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EpochRaisesTest {
    private static final int MANY = 120;

    @Test // FENCE-1, PG-8
    void manyElectionsAreWonAtOnceAndTheirEpochsAreRaisedInFewTransactions() {
        try (Stage stage = Stage.usual();
                Backend backend = stage.store.open(BatonClock.system())) {
            assertThat(all(backend).stream().map(CompletableFuture::join))
                    .allMatch(AcquireOutcome.Won.class::isInstance);
            assertThat(stage.store
                            .server()
                            .number(stage.store.database(), "SELECT count(DISTINCT xmin::text) FROM baton_epochs"))
                    .isLessThan(MANY / 2);
            assertThat(stage.store
                            .server()
                            .number(stage.store.database(), "SELECT count(*) FROM baton_reigns WHERE epoch = 1"))
                    .isEqualTo(MANY);
        }
    }

    @Test // FENCE-1
    void manyThatWereLedBeforeAreRaisedAboveWhateverIsKnownOfThem() throws Exception {
        try (Stage stage = Stage.usual()) {
            try (Backend former = stage.store.open(BatonClock.system())) {
                assertThat(all(former).stream().map(CompletableFuture::join))
                        .allMatch(AcquireOutcome.Won.class::isInstance);
            }
            String database = stage.store.database();
            stage.store.server().run(database, "UPDATE baton_reigns SET epoch = 41 WHERE election = 'e70'");
            stage.store
                    .server()
                    .run(
                            database,
                            "UPDATE baton_epochs SET reserved_for = 'another', reserved_until = now() + interval '1h'"
                                    + " WHERE election = 'e80'");
            try (Backend successor = stage.store.open(BatonClock.system())) {
                List<AcquireOutcome> outcomes =
                        all(successor).stream().map(CompletableFuture::join).toList();
                assertThat(outcomes.get(80)).isInstanceOf(AcquireOutcome.HeldBy.class);
                assertThat(stage.store.server().number(database, "SELECT count(*) FROM baton_epochs WHERE epoch = 2"))
                        .isEqualTo(MANY - 2);
                assertThat(stage.store
                                .server()
                                .number(database, "SELECT epoch FROM baton_epochs WHERE election = 'e70'"))
                        .isEqualTo(42);
                assertThat(stage.store
                                .server()
                                .number(database, "SELECT count(*) FROM baton_reigns WHERE ended_at IS NULL"))
                        .isEqualTo(MANY);
            }
        }
    }

    @ParameterizedTest // FENCE-1, FENCE-2
    @ValueSource(booleans = {false, true})
    void oneThatIsGuardedAndOneWithOtherKeysFailAlone(boolean whileLeading) throws Exception {
        try (Stage stage = Stage.usual();
                Backend backend = stage.store.open(BatonClock.system());
                Connection guarded = stage.store.server().connect(stage.store.database());
                Statement guard = guarded.createStatement()) {
            Contender before = contender(backend, "first");
            AcquireOutcome.Won won =
                    (AcquireOutcome.Won) before.acquire(0).toCompletableFuture().join();
            if (!whileLeading) {
                before.release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED))
                        .toCompletableFuture()
                        .join();
            }
            stage.store
                    .server()
                    .run(
                            stage.store.database(),
                            "INSERT INTO baton_epochs VALUES (1, 2, 'e50', 7, '', 0, now(), '', 1000, true)");
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
            guarded.commit();
        }
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(ints = {1, MANY})
    void everyRaiseMovesTheSequenceByWhichFencesKnowThatNoneWasMade(int elections) {
        try (Stage stage = Stage.usual();
                Backend backend = stage.store.open(BatonClock.system())) {
            String moved = "SELECT last_value - (SELECT seqstart FROM pg_sequence WHERE seqrelid ="
                    + " 'baton_raises'::regclass) + 1 FROM baton_raises";
            for (String round : List.of("leading nothing ", "leading ")) {
                IntStream.range(0, elections)
                        .mapToObj(i -> attempt(backend, (round + i).replace(' ', '-')))
                        .toList()
                        .forEach(CompletableFuture::join);
                assertThat(stage.store.server().number(stage.store.database(), moved))
                        .isEqualTo(stage.store
                                .server()
                                .number(stage.store.database(), "SELECT sum(epoch) FROM baton_epochs"));
            }
        }
    }

    @Test // FENCE-1
    void aRehearsalLeavesNothingBehind() throws Exception {
        try (Stage stage = Stage.usual();
                Backend backend = stage.store.open(BatonClock.system());
                Connection connection = stage.store.server().connect(stage.store.database())) {
            assertThat(attempt(backend, "first").join()).isInstanceOf(AcquireOutcome.Won.class);
            new LockSession(connection, ServerFacts.of(connection), 1).rehearse();
            String database = stage.store.database();
            assertThat(stage.store.server().number(database, "SELECT count(*) FROM baton_epochs"))
                    .isEqualTo(1);
            assertThat(stage.store.server().number(database, "SELECT count(*) FROM baton_reigns"))
                    .isEqualTo(1);
            assertThat(stage.store
                            .server()
                            .number(
                                    database,
                                    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = "
                                            + ServerFacts.of(connection).pid()))
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
