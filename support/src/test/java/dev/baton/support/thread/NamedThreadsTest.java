package dev.baton.support.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NamedThreadsTest {

    @Test
    void threadsAreNamedDaemons() {
        Thread thread = NamedThreads.factory("baton-work").newThread(() -> {});
        assertThat(thread.getName()).isEqualTo("baton-work-1");
        assertThat(thread.isDaemon()).isTrue();
    }

    @Test
    void unboundedExecutorStartsEveryTaskAtOnce() throws Exception {
        ExecutorService executor = NamedThreads.unbounded("test");
        CountDownLatch all = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            executor.execute(() -> {
                all.countDown();
                awaitUninterrupted(all);
            });
        }
        assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
        executor.shutdown();
    }

    @Test
    void virtualThreadsRunWhereTheJvmHasThemAndAreRefusedElsewhere() throws Exception {
        if (!NamedThreads.hasVirtual()) {
            assertThatThrownBy(NamedThreads::virtual)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("Java 21");
            return;
        }
        ExecutorService executor = NamedThreads.virtual();
        assertThat(executor.submit(() -> Thread.currentThread().isDaemon()).get(10, TimeUnit.SECONDS))
                .isTrue();
        executor.shutdown();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
