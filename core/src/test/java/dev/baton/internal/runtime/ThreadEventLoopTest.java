package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadEventLoopTest {
    private final ThreadEventLoop loop = new ThreadEventLoop(BatonClock.system());
    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch done = new CountDownLatch(1);

    @AfterEach
    void close() {
        loop.close();
    }

    @Test // API-4
    void tasksRunOneAfterTheOtherInOrder() throws InterruptedException {
        AtomicInteger inside = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            String name = "task " + i;
            loop.execute(() -> ran.add(inside.incrementAndGet() == 1 && inside.decrementAndGet() == 0 ? name : "two"));
        }
        await();
        assertThat(ran)
                .hasSize(1_000)
                .startsWith("task 0", "task 1")
                .endsWith("task 999")
                .doesNotContain("two");
    }

    @Test // API-4
    void timersRunInOrderOfTimeThenOfCreation() throws InterruptedException {
        long now = System.nanoTime();
        loop.at(now + millis(40), () -> ran.add("third"));
        loop.at(now + millis(20), () -> ran.add("first"));
        loop.at(now + millis(20), () -> ran.add("second"));
        loop.at(now + millis(60), done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).containsExactly("first", "second", "third");
        assertThat(System.nanoTime() - now).isGreaterThanOrEqualTo(millis(60));
    }

    @Test // API-4
    void loopContinuesAfterAFailureThatCannotBeLogged() throws InterruptedException {
        loop.execute(() -> {
            throw new UnprintableError();
        });
        loop.execute(() -> ran.add("next"));
        await();
        assertThat(ran).containsExactly("next");
    }

    @Test // API-2: without its timers, nothing would end a tenure
    void timerThatFailsForLackOfMemoryRunsAgain() throws InterruptedException {
        loop.at(System.nanoTime(), () -> {
            ran.add("timer");
            if (ran.size() < 3) {
                throw new OutOfMemoryError("planted");
            }
            done.countDown();
        });
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasSize(3);
    }

    @Test // API-4
    void cancelledTimerDoesNotRun() throws InterruptedException {
        long now = System.nanoTime();
        loop.at(now + millis(20), () -> ran.add("cancelled")).cancel();
        loop.at(now + millis(40), done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).isEmpty();
    }

    @Test // API-4
    void dueTimerRunsBeforeQueuedTasks() throws InterruptedException {
        CountDownLatch open = new CountDownLatch(1);
        loop.execute(() -> loop.at(System.nanoTime(), () -> ran.add("timer")));
        loop.execute(() -> awaitQuietly(open));
        for (int i = 0; i < 100; i++) {
            loop.execute(() -> ran.add("task"));
        }
        open.countDown();
        await();
        assertThat(ran.indexOf("timer")).isLessThanOrEqualTo(1);
    }

    @Test // API-2
    void failedTaskDoesNotEndTheLoop() throws InterruptedException {
        loop.execute(() -> {
            throw new IllegalStateException("a bug");
        });
        loop.at(System.nanoTime(), () -> {
            throw new AssertionError("another bug");
        });
        await();
    }

    @Test // API-4
    void closedLoopRunsNothingAndItsThreadEnds() throws InterruptedException {
        Thread[] thread = new Thread[1];
        loop.execute(() -> {
            thread[0] = Thread.currentThread();
            done.countDown();
        });
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        loop.close();
        thread[0].join(Duration.ofSeconds(30).toMillis());
        assertThat(thread[0].isAlive()).isFalse();
        loop.execute(() -> ran.add("after"));
        assertThat(ran).isEmpty();
    }

    private void await() throws InterruptedException {
        loop.execute(done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static final class UnprintableError extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("no memory for the text");
        }
    }
}
