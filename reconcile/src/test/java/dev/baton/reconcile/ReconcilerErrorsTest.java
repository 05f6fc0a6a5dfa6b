package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of the JVM on the reconciler's own threads: what they do begins again. */
class ReconcilerErrorsTest extends ReplicaFixture {
    private static final ReconcileSettings SETTINGS = ReconcileSettings.defaults()
            .withSweeps(Duration.ofMillis(100), Duration.ofMinutes(5))
            .withRetries(Duration.ofMillis(5), Duration.ofMillis(50))
            .withWorkers(1);

    /** The real clock. On threads with one name it fails, as everything does that needs memory when there is none. */
    private static final class FailingClock implements BatonClock {
        final AtomicInteger failures = new AtomicInteger();
        private final String thread;
        private volatile boolean repaired;

        FailingClock(String thread) {
            this.thread = thread;
        }

        void repair() {
            repaired = true;
        }

        @Override
        public long nanos() {
            if (!repaired && Thread.currentThread().getName().equals(thread)) {
                failures.incrementAndGet();
                throw new OutOfMemoryError("test");
            }
            return BatonClock.system().nanos();
        }

        @Override
        public long wallMillis() {
            return BatonClock.system().wallMillis();
        }
    }

    @ParameterizedTest // LEASE-7, LEASE-8
    @ValueSource(strings = {"baton-watch-sandbox", "baton-reconcile-sandbox", "baton-reconcile-sandbox-0"})
    void singleReplicaGoesOnAfterErrorsOnEachOfItsThreads(String thread) {
        resources.create("x", "spec");
        driver.set("x", ResourceCondition.READY, "up");
        FailingClock clock = new FailingClock(thread);
        Reconciler<String, String> single = single(clock);
        await(() -> clock.failures.get() >= 3);
        clock.repair();
        await(() -> phase("x") == ResourcePhase.READY && single.isReconciling() && single.isWarm());
        await(() -> single.health().isGood());
    }

    @Test // LEASE-4
    void workThatEndsByAnErrorIsReported() {
        FailingClock clock = new FailingClock("baton-reconcile-sandbox-0");
        Reconciler<String, String> single = single(clock);
        await(() -> single.health().state() == ReconcilerHealth.State.FAILING
                && single.health().reason().contains("its work has ended by an error"));
        assertThat(single.statistics().failures()).isPositive();
        clock.repair();
        await(single::isReconciling);
    }

    @Test // LEASE-7
    void callThatFoundNoThreadIsRepeated() throws Exception {
        AtomicBoolean none = new AtomicBoolean(true);
        ThreadFactory threads = task -> {
            if (none.getAndSet(false)) {
                throw new OutOfMemoryError("test: no thread");
            }
            return new Thread(task);
        };
        driver.set("x", ResourceCondition.READY, "up");
        try (DriverCalls<String> calls = new DriverCalls<>(
                driver,
                SETTINGS,
                new ThreadPoolExecutor(0, 8, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), threads))) {
            assertThatThrownBy(() -> calls.get("x", true)).isInstanceOf(OutOfMemoryError.class);
            assertThat(calls.get("x", true)).isPresent();
            assertThat(calls.hanging()).isEmpty();
        }
    }

    private Reconciler<String, String> single(BatonClock clock) {
        Reconciler<String, String> single =
                Reconciler.alone(resources, driver, SETTINGS).on(clock);
        opened.add(0, single);
        single.start();
        return single;
    }
}
