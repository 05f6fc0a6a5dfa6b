package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ObjectStore;
import dev.baton.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers of a reconciler, on virtual time. */
class ReconcilerStatisticsTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryDriver driver = new MemoryDriver();

    @TempDir
    Path directory;

    private ObjectStore store;
    private Resources<String, String> resources;
    private Reconciler<String, String> reconciler;

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + directory.resolve("objects.db"));
        resources = new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
        ReconcileSettings settings =
                ReconcileSettings.defaults().withRetries(Duration.ofSeconds(1), Duration.ofSeconds(1));
        reconciler = Reconciler.alone(resources, driver, settings).on(time);
    }

    @AfterEach
    void close() {
        reconciler.close();
        store.close();
    }

    @Test // LEASE-7
    void timeSinceTheLastSuccessGrowsUntilSomethingSucceeds() {
        assertThat(statistics().sinceSuccess()).isEmpty();
        reconciler.start();
        await(() -> statistics().sweeps() == 1);
        assertThat(statistics().sinceSuccess()).contains(Duration.ZERO);
        driver.breakDown(true);
        time.advance(Duration.ofSeconds(60));
        await(() -> statistics().failures() >= 1);
        assertThat(statistics().sinceSuccess()).contains(Duration.ofSeconds(60));
        driver.breakDown(false);
        time.advance(Duration.ofSeconds(1));
        await(() -> statistics().sweeps() == 2);
        assertThat(statistics().sinceSuccess()).contains(Duration.ZERO);
        assertThat(statistics().lastSweep()).isEqualTo(Duration.ZERO);
    }

    @Test // LEASE-7
    void resourceInItsBackoffIsQueuedAndEveryAttemptCounts() {
        resources.create("x", "spec");
        // Only an answer of the driver itself ends a resource.
        driver.setSilently("x", ResourceCondition.DELETING, "up");
        driver.beforeGet(() -> {
            throw new IllegalStateException("no answer");
        });
        reconciler.start();
        await(() -> statistics().failing().containsKey("x"));
        assertThat(statistics().queued()).isEqualTo(1);
        assertThat(statistics().failures()).isEqualTo(1);
        assertThat(statistics().failing().get("x")).contains("1 times", "no answer");
        time.advance(Duration.ofSeconds(1));
        await(() -> statistics().failures() == 2);
        driver.beforeGet(() -> {});
        await(() -> {
            time.advance(Duration.ofSeconds(1));
            return statistics().failing().isEmpty();
        });
        assertThat(statistics().queued()).isZero();
        assertThat(statistics().failures()).isEqualTo(2);
    }

    @Test // LEASE-8
    void failuresOfTheWatchAreCountedUntilItReportsEverything() {
        driver.breakWatch(new StackOverflowError("in the driver"));
        reconciler.start();
        await(() -> statistics().watchFailures() == 2);
        assertThat(statistics().watchOpen()).isFalse();
        driver.repairWatch();
        await(() -> statistics().watchOpen());
        assertThat(statistics().watchFailures()).isZero();
        assertThat(statistics().watchSilentFor()).contains(Duration.ZERO);
        time.advance(Duration.ofSeconds(7));
        assertThat(statistics().watchSilentFor()).contains(Duration.ofSeconds(7));
    }

    private ReconcilerStatistics statistics() {
        return reconciler.statistics();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
