package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.testkit.IgnoredSignals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attempts, withdrawals and releases in random order, none of which waits for the one before: the attempt that has won holds the
 * lock. Repeat a run with {@code -Dpostgres.seed=}.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HoldIdentityTest {
    private static final int ROUNDS = Integer.getInteger("postgres.rounds", 60);

    /** One process with a candidate, and what it was asked for last. */
    private static final class Participant implements AutoCloseable {
        private final PostgresBackend backend;
        private final Contender contender;
        private final List<CompletableFuture<?>> requests = new ArrayList<>();
        private Optional<CompletableFuture<AcquireOutcome>> latest = Optional.empty();

        Participant(PostgresFixture fixture, String instanceId) {
            backend = PostgresFixture.openAsOwnProcess(fixture.store.directUrl(), Map.of(), BatonClock.system());
            contender = backend.contend(new ContenderSettings(ELECTION, instanceId, 0, "", new IgnoredSignals()));
        }

        /** Leads another election, so that epochs are raised on the control session. */
        void leadOther(String instanceId) {
            var won = backend.contend(
                            new ContenderSettings("of-" + instanceId, instanceId, 0, "", new IgnoredSignals()))
                    .acquire(0)
                    .toCompletableFuture()
                    .join();
            assertThat(won).isInstanceOf(AcquireOutcome.Won.class);
        }

        void acquire() {
            CompletableFuture<AcquireOutcome> attempt = contender.acquire(0).toCompletableFuture();
            requests.add(attempt);
            latest = Optional.of(attempt);
        }

        void withdraw() {
            latest = Optional.empty();
            requests.add(contender.withdraw().toCompletableFuture());
        }

        void release() {
            Optional<Claim> claim = claim();
            if (claim.isPresent()) {
                latest = Optional.empty();
                requests.add(contender
                        .release(claim.get(), ReleaseRequest.of(EndReason.RESIGNED))
                        .toCompletableFuture());
            }
        }

        /** Returns the claim of the last attempt, if it is known to have won. */
        Optional<Claim> claim() {
            return latest.filter(CompletableFuture::isDone)
                    .map(CompletableFuture::join)
                    .filter(AcquireOutcome.Won.class::isInstance)
                    .map(won -> ((AcquireOutcome.Won) won).claim());
        }

        /** Waits until everything that was requested, and what followed from it, is done. */
        void settle() {
            requests.forEach(CompletableFuture::join);
            requests.clear();
            for (int i = 0; i < 3; i++) {
                backend.lock().drained().join();
                backend.control().drained().join();
            }
        }

        @Override
        public void close() {
            backend.close();
        }
    }

    @ParameterizedTest // PG-4, PG-5
    @ValueSource(booleans = {false, true})
    void whoeverHasWonHoldsTheLock(boolean leadOthers) {
        long seed = Long.getLong("postgres.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Participant first = new Participant(fixture, "first");
                Participant second = new Participant(fixture, "second")) {
            if (leadOthers) {
                first.leadOther("first");
                second.leadOther("second");
            }
            List<Participant> all = List.of(first, second);
            for (int round = 0; round < ROUNDS; round++) {
                List<String> script = new ArrayList<>();
                for (int i = 4 + random.nextInt(8); i > 0; i--) {
                    int who = random.nextInt(4) == 0 ? 1 : 0;
                    script.add(who + step(all.get(who), random));
                }
                all.forEach(Participant::settle);
                String context = "seed " + seed + ", round " + round + ", " + script;
                List<Claim> claims =
                        all.stream().flatMap(one -> one.claim().stream()).toList();
                assertThat(claims).as(context).hasSizeLessThan(2);
                for (Claim claim : claims) {
                    assertThat(holders(fixture)).as(context).isEqualTo(1);
                    assertThat(fixture.number("SELECT epoch FROM baton_epochs WHERE NOT released AND election = '"
                                    + ELECTION + "'"))
                            .as(context)
                            .isEqualTo(claim.epoch());
                }
                all.forEach(Participant::withdraw);
                all.forEach(Participant::settle);
                assertThat(holders(fixture)).as(context).isZero();
            }
        }
    }

    private static String step(Participant one, Random random) {
        int choice = random.nextInt(10);
        if (choice < 4) {
            one.withdraw();
            one.acquire();
            return " withdraw, acquire";
        }
        if (choice < 6) {
            one.acquire();
            return " acquire";
        }
        if (choice < 7) {
            one.withdraw();
            return " withdraw";
        }
        if (choice < 8) {
            one.release();
            return " release";
        }
        one.requests.forEach(CompletableFuture::join);
        return " wait";
    }

    @Test // PG-4: four attempts, each withdrawn before its reply, then one that stays
    void restartsLeaveTheLastAttemptWithItsLock() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Participant only = new Participant(fixture, "only")) {
            only.leadOther("only");
            for (int round = 0; round < 20; round++) {
                Stream.generate(() -> only).limit(3).forEach(one -> {
                    one.acquire();
                    one.withdraw();
                });
                only.acquire();
                only.settle();
                assertThat(only.claim()).isPresent();
                assertThat(holders(fixture)).isEqualTo(1);
                only.release();
                only.settle();
            }
        }
    }

    private static long holders(PostgresFixture fixture) {
        var keys = dev.baton.spi.AdvisoryKeys.of(ELECTION);
        return fixture.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                + " AND classid::bigint = " + (keys.key1() & 0xffffffffL) + " AND objid::bigint = "
                + (keys.key2() & 0xffffffffL));
    }
}
