package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A validity counts from before the write was sent, and only a row that was written counts as renewed. */
class CountsFromTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** A clock whose wall time is the number of its readings. */
    private static final class NumberedClock implements BatonClock {
        private final AtomicLong readings = new AtomicLong();

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return readings.incrementAndGet();
        }
    }

    private final SqliteLeaseStore store = new SqliteLeaseStore();
    private final NumberedClock clock = new NumberedClock();
    private final LeaseBackend backend =
            LeaseBackend.open("sqlite:" + store.file(), LeaseOptions.of(Duration.ofHours(1)), clock);

    @AfterEach
    void close() {
        backend.close();
        store.close();
    }

    private CompletableFuture<AcquireOutcome> acquire(String election) {
        return backend.contend(new ContenderSettings(election, "one", 0, "", new SilentSignals()))
                .acquire(0)
                .toCompletableFuture();
    }

    private Claim won(String election) {
        return ((AcquireOutcome.Won) acquire(election).join()).claim();
    }

    /** Sends a request whose write has to wait, and returns the number of readings that were taken before the write. */
    private <T> long readingsBeforeTheWriteOf(Supplier<CompletableFuture<T>> request) throws Exception {
        long before = clock.readings.get();
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + store.file());
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            CompletableFuture<T> answer = request.get();
            Awaitility.await("a reading before the write").atMost(SOON).until(() -> clock.readings.get() > before);
            assertThat(answer).isNotDone();
            long taken = clock.readings.get();
            statement.execute("ROLLBACK");
            answer.join();
            return taken;
        }
    }

    @Test // API-2
    void acquisitionCountsFromBeforeItsWrite() throws Exception {
        won("earlier");
        CompletableFuture<AcquireOutcome> outcome = new CompletableFuture<>();
        long taken = readingsBeforeTheWriteOf(
                () -> acquire("nightly").whenComplete((done, failed) -> outcome.complete(done)));
        assertThat(((AcquireOutcome.Won) outcome.join()).claim().countsFrom().wallMillis())
                .isLessThanOrEqualTo(taken);
    }

    @Test // API-2
    void renewalCountsFromBeforeItsWrite() throws Exception {
        Claim claim = won("nightly");
        CompletableFuture<Map<Claim, RenewOutcome>> outcome = new CompletableFuture<>();
        long taken = readingsBeforeTheWriteOf(() -> backend.renew(List.of(claim))
                .toCompletableFuture()
                .whenComplete((done, failed) -> outcome.complete(done)));
        assertThat(outcome.join().get(claim))
                .isInstanceOfSatisfying(
                        RenewOutcome.Renewed.class,
                        renewed -> assertThat(renewed.countsFrom().wallMillis()).isLessThanOrEqualTo(taken));
    }

    private void takeOver(String election) {
        store.execute("UPDATE objects SET resource_version = resource_version + 7, payload = json_set(payload,"
                + " '$.holder', 'thief', '$.process', 'theirs', '$.epoch', 99)"
                + " WHERE object_type IN ('reconciler_lease', 'baton_epoch') AND id = '" + election + "'");
    }

    @Test // LEASE-2
    void onlyRowsThatWereWrittenCountAsRenewed() {
        Claim kept = won("kept");
        Claim taken = won("taken");
        Claim alone = won("alone");
        takeOver("taken");
        takeOver("alone");
        Map<Claim, RenewOutcome> both =
                backend.renew(List.of(kept, taken)).toCompletableFuture().join();
        assertThat(both.get(kept)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(both.get(taken)).isInstanceOf(RenewOutcome.Gone.class);
        assertThat(backend.renew(List.of(alone)).toCompletableFuture().join().get(alone))
                .isInstanceOf(RenewOutcome.Gone.class);
        assertThat(store.text("SELECT count(*) FROM objects WHERE object_type = 'reconciler_lease'"
                        + " AND payload LIKE '%thief%'"))
                .isEqualTo("2");
    }
}
