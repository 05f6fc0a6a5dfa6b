package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.Backend;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.testkit.IgnoredSignals;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many locks requested together: each is taken once or not at all. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LockAttemptsTest {
    private static final int MANY = 40;

    @Test // PG-3, LEASE-10
    void oneOfTwoLocalRivalsWinsAndNoLockIsTakenTwice() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open()) {
            List<CompletableFuture<AcquireOutcome>> first = new ArrayList<>();
            List<CompletableFuture<AcquireOutcome>> second = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                first.add(attempt(backend, "e" + i, "one"));
                second.add(attempt(backend, "e" + i, "two"));
            }
            for (int i = 0; i < MANY; i++) {
                assertThat(first.get(i).join()).isInstanceOf(AcquireOutcome.Won.class);
                assertThat(second.get(i).join())
                        .isInstanceOfSatisfying(
                                AcquireOutcome.HeldBy.class,
                                held -> assertThat(held.holder()).isEqualTo("(local)"));
            }
            // Exactly one session holds each lock.
            for (int i = 0; i < MANY; i++) {
                AdvisoryKeys keys = AdvisoryKeys.of("e" + i);
                assertThat(fixture.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
                                + " AND classid::bigint = " + Integer.toUnsignedLong(keys.key1())
                                + " AND objid::bigint = " + Integer.toUnsignedLong(keys.key2())))
                        .isEqualTo(1);
            }
        }
    }

    @Test // PG-1
    void acquiresAllButTheLockOfAnotherSession() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = fixture.open();
                Connection other = fixture.connectPlainSession();
                Statement psql = other.createStatement()) {
            assertThat(attempt(backend, "before", "me").join()).isInstanceOf(AcquireOutcome.Won.class);
            AdvisoryKeys taken = AdvisoryKeys.of("e7");
            psql.execute("SELECT pg_advisory_lock(" + taken.key1() + ", " + taken.key2() + ")");
            List<CompletableFuture<AcquireOutcome>> all = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                all.add(attempt(backend, "e" + i, "me"));
            }
            for (int i = 0; i < MANY; i++) {
                Class<?> expected = i == 7 ? AcquireOutcome.HeldBy.class : AcquireOutcome.Won.class;
                assertThat(all.get(i).join()).as("e" + i).isInstanceOf(expected);
            }
        }
    }

    private static CompletableFuture<AcquireOutcome> attempt(Backend backend, String election, String candidate) {
        Contender contender = backend.contend(new ContenderSettings(election, candidate, 0, "", new IgnoredSignals()));
        return contender.acquire(0).toCompletableFuture();
    }
}
