package dev.baton.support.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
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
    void poolUsesAnIdleThreadBeforeItStartsAnotherOne() throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) NamedThreads.pool("test", 4);
        HandOffQueue queue = (HandOffQueue) pool.getQueue();
        for (int i = 0; i < 10; i++) {
            Callable<String> name = () -> Thread.currentThread().getName();
            assertThat(pool.submit(name).get(10, TimeUnit.SECONDS)).isEqualTo("test-1");
            await().until(queue::hasWaitingConsumer);
        }
        pool.shutdown();
    }

    @Test
    void poolQueuesTasksInOrderWhileAllThreadsAreBusy() throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) NamedThreads.pool("test", 2);
        CountDownLatch busy = new CountDownLatch(1);
        List<Integer> order = new CopyOnWriteArrayList<>();
        pool.execute(() -> awaitUninterrupted(busy));
        pool.execute(() -> {
            awaitUninterrupted(busy);
            awaitUninterrupted(new CountDownLatch(1));
        });
        for (int i = 0; i < 5; i++) {
            int number = i;
            pool.execute(() -> order.add(number));
        }
        assertThat(pool.getPoolSize()).isEqualTo(2);
        busy.countDown();
        await().until(() -> order.size() == 5);
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
        pool.shutdownNow();
    }

    @Test
    void poolThatIsShutDownRunsWhatWasQueuedAndRefusesTheRest() throws Exception {
        ExecutorService pool = NamedThreads.pool("test", 1);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        pool.execute(() -> awaitUninterrupted(busy));
        pool.execute(queued::countDown);
        pool.shutdown();
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        busy.countDown();
        assertThat(queued.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
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
