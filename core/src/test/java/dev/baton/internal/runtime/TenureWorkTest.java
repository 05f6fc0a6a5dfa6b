package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.LeaderWork;
import dev.baton.WorkFailurePolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TenureWorkTest {
    private final ManualClock clock = new ManualClock();
    private final TimedLeadership held =
            new TimedLeadership("e", "a", 7, clock.now().plus(Duration.ofSeconds(10)), clock);
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch started = new CountDownLatch(2);
    private final CountDownLatch failed = new CountDownLatch(1);
    private final TenureWork work = work(pool);

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    @Test // API-3
    void allWorkIsInterruptedAtTheEndAndAwaited() throws InterruptedException {
        CountDownLatch mayReturn = new CountDownLatch(1);
        work.start(leadership -> waitForever());
        work.start(leadership -> {
            try {
                waitForever();
            } catch (InterruptedException interrupted) {
                mayReturn.await();
            }
        });
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        work.end();
        assertThat(stopped.getCount()).as("slow work still running").isEqualTo(1);
        mayReturn.countDown();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).isEmpty();
    }

    @Test // API-3
    void tenureWithoutWorkStopsAtOnceAndOnlyOnce() {
        work.end();
        assertThat(stopped.getCount()).isZero();
        work.end();
    }

    @Test // API-3
    void workThatReturnsEarlyDoesNotEndTheTenure() throws Exception {
        work.start(leadership -> started.countDown());
        work.start(leadership -> started.countDown());
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(stopped.getCount()).isEqualTo(1);
        work.end();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test // API-3
    void workAddedAfterTheEndDoesNotStart() {
        work.end();
        work.start(leadership -> errors.add(new AssertionError("started")));
        assertThat(errors).isEmpty();
    }

    @Test // API-3
    void failedWorkIsReportedAndStopsNothingElse() throws InterruptedException {
        LeaderWork failing = leadership -> {
            throw new IllegalStateException("epoch " + leadership.epoch());
        };
        work.start(failing);
        work.start(leadership -> waitForever());
        started.countDown();
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        work.end();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).singleElement().extracting(Throwable::getMessage).isEqualTo("epoch 7");
    }

    @Test // API-3
    void interruptedExceptionBeforeTheEndIsAnError() throws InterruptedException {
        work.start(leadership -> {
            throw new InterruptedException("thrown by the work");
        });
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        work.end();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).singleElement().isInstanceOf(InterruptedException.class);
    }

    @Test // API-3
    void workWithoutAThreadHasFailedAndIsNotAwaited() throws InterruptedException {
        TenureWork without = work(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        without.start(leadership -> {});
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).singleElement().isInstanceOf(OutOfMemoryError.class);
        held.end(EndReason.SESSION_CLOSED);
        without.end();
        assertThat(stopped.getCount()).isZero();
    }

    @Test // API-3
    void workWithoutAThreadIsRetriedInPlace() throws InterruptedException {
        AtomicInteger attempts = new AtomicInteger();
        Executor secondTime = task -> {
            if (attempts.incrementAndGet() == 1) {
                throw new RejectedExecutionException("no thread");
            }
            pool.execute(task);
        };
        TenureWork retried = work(secondTime, WorkFailurePolicy.RETRY);
        CountDownLatch ran = new CountDownLatch(1);
        retried.start(leadership -> ran.countDown());
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        while (!ran.await(1, TimeUnit.MILLISECONDS)) {
            clock.advance(Duration.ofMillis(10));
        }
    }

    @Test // API-3
    void actionOfAGateIsInterruptedAtTheEndAndAwaited() throws Exception {
        CountDownLatch mayReturn = new CountDownLatch(1);
        List<String> log = new CopyOnWriteArrayList<>();
        pool.execute(() -> {
            boolean entered = work.tryEnter();
            try {
                work.act(leadership -> {
                    try {
                        waitForever();
                    } catch (InterruptedException interrupted) {
                        log.add("interrupted " + entered);
                        Thread.currentThread().interrupt();
                        while (mayReturn.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    }
                    return true;
                });
            } catch (Exception failure) {
                errors.add(failure);
            }
            log.add("interrupt kept: " + Thread.currentThread().isInterrupted());
        });
        started.countDown();
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        work.end();
        assertThat(stopped.getCount()).as("the action is still running").isEqualTo(1);
        assertThat(work.tryEnter()).as("another action after the end").isFalse();
        mayReturn.countDown();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(log).containsExactly("interrupted true", "interrupt kept: false");
        assertThat(errors).isEmpty();
    }

    @Test // API-3
    void gateInsideTheWorkLeavesTheInterruptToTheWork() throws Exception {
        work.start(leadership -> {
            started.countDown();
            boolean entered = work.tryEnter();
            work.act(inner -> {
                started.countDown();
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                return entered;
            });
            if (!Thread.interrupted()) {
                errors.add(new AssertionError("the interrupt was for the work, too"));
            }
        });
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        work.end();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).isEmpty();
    }

    private TenureWork work(Executor executor) {
        return work(executor, WorkFailurePolicy.KEEP_LEADING);
    }

    private TenureWork work(Executor executor, WorkFailurePolicy policy) {
        RuntimeEnvironment environment = new RuntimeEnvironment(clock, new ThreadEventLoop(clock), pool, executor);
        return new TenureWork(this, held, environment, policy, this::fail, stopped::countDown);
    }

    private void fail(Throwable failure) {
        errors.add(failure);
        failed.countDown();
    }

    private void waitForever() throws InterruptedException {
        started.countDown();
        new CountDownLatch(1).await();
    }
}
