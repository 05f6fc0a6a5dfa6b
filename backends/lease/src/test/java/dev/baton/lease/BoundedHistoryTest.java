package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.Tenure;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class BoundedHistoryTest {

    @Test // LEASE-2
    void onlyTheLastThousandTenuresAreKept() {
        try (SqliteLeaseStore store = new SqliteLeaseStore();
                Backend backend = store.open(BatonClock.system())) {
            // An attempt creates the tables; reading creates nothing.
            backend.contend(new ContenderSettings("other", "one", 0, "", new SilentSignals()))
                    .acquire(0)
                    .toCompletableFuture()
                    .join();
            store.execute(
                    "WITH RECURSIVE reign (epoch) AS (SELECT 1 UNION ALL SELECT epoch + 1 FROM reign"
                            + " WHERE epoch < 1499) INSERT INTO objects SELECT 'baton_reign', format('nightly/%019d', epoch), 1,"
                            + " json_object('holder', 'one', 'epoch', epoch, 'url', '', 'reason', 'resigned'), 1, 1 FROM reign");
            assertThat(history(backend)).hasSize(1499);
            AcquireOutcome outcome = backend.contend(
                            new ContenderSettings("nightly", "one", 0, "", new SilentSignals()))
                    .acquire(0)
                    .toCompletableFuture()
                    .join();
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            AcquireOutcome.Won.class,
                            won -> assertThat(won.claim().epoch()).isEqualTo(1500));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> history(backend).size() == LeaseRecords.KEPT_TENURES);
            assertThat(history(backend).get(0).epoch()).isEqualTo(501);
        }
    }

    private static List<Tenure> history(Backend backend) {
        return backend.history("nightly").toCompletableFuture().join();
    }
}
