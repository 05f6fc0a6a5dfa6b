package dev.baton.support.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GrowingPoolTest {
    private static final int THREADS = 2;

    private final Queue<Runnable> checks = new ConcurrentLinkedQueue<>();
    private final GrowingPool pool = new GrowingPool("growing", THREADS, (delay, check) -> {
        assertThat(delay).isPositive().isLessThan(Duration.ofSeconds(1));
        checks.add(check);
    });
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final CountDownLatch mayReturn = new CountDownLatch(1);

    @AfterEach
    void unblock() {
        mayReturn.countDown();
    }

    private void block() {
        names.add(Thread.currentThread().getName());
        try {
            mayReturn.await();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void tasksThatBlockDelayOthersForAFewChecks() throws InterruptedException {
        for (int i = 0; i < 10 * THREADS; i++) {
            pool.execute(this::block);
        }
        CountDownLatch last = new CountDownLatch(1);
        pool.execute(last::countDown);
        int count = 0;
        while (!last.await(1, TimeUnit.MILLISECONDS)) {
            Runnable check = checks.poll();
            if (check != null) {
                check.run();
                count++;
            }
        }
        assertThat(count).isPositive();
    }

    @Test
    void tasksThatEndStartNoFurtherThread() throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            pool.execute(this::block);
        }
        CountDownLatch rest = new CountDownLatch(1_000);
        for (int i = 0; i < 1_000; i++) {
            pool.execute(() -> {
                names.add(Thread.currentThread().getName());
                rest.countDown();
            });
        }
        mayReturn.countDown();
        assertThat(rest.await(30, TimeUnit.SECONDS)).isTrue();
        for (Runnable check = checks.poll(); check != null; check = checks.poll()) {
            check.run();
        }
        assertThat(names).hasSizeLessThanOrEqualTo(THREADS);
    }
}
