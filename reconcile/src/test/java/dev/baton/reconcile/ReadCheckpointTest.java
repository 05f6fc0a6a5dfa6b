package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadCheckpointTest {

    @Test // LEASE-7
    void readGoesBackByTheTimeSinceTheEarlierOneAndTheLongestTransaction() {
        ReadCheckpoint earlier = at(1_000_000, 0);
        assertThat(earlier.since(at(1_030_000, 30_000))).hasValue(1_000_000 - 30_000 - 60_000);
    }

    @Test // LEASE-7
    void clockBeforeTheCheckpointMeansThatAllRecordsAreRead() {
        assertThat(at(1_000_000, 0).since(at(999_999, 30_000))).isEmpty();
    }

    @Test // LEASE-7
    void noWriteIsMissedHoweverFarTheDatabaseClockIsSetBack() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            long elapsed = random.nextInt(600_000);
            long setBack = random.nextInt(1_200_000);
            long written = random.nextInt((int) elapsed + 1);
            long inTransaction = random.nextInt(60_000);
            // The write read the clock after it was set back, or before the checkpoint in a transaction that ended
            // later.
            long stamp = random.nextBoolean() ? 1_000_000 - setBack + written : 1_000_000 - inTransaction;
            assertThat(at(1_000_000, 0)
                            .since(at(1_000_000 - setBack + elapsed, elapsed))
                            .orElse(Long.MIN_VALUE))
                    .as("elapsed %s, set back %s, written after %s", elapsed, setBack, written)
                    .isLessThanOrEqualTo(stamp);
        }
    }

    private static ReadCheckpoint at(long databaseMillis, long millis) {
        return new ReadCheckpoint(databaseMillis, TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
