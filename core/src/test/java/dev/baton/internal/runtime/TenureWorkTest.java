package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.EndReason;
import dev.baton.LeaderWork;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TenureWorkTest {
    private final HandClock clock = new HandClock();
    private final TimedLeadership reign =
            new TimedLeadership("e", "a", 7, Deadline.of(clock.now(), Duration.ofSeconds(10)), clock);
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch started = new CountDownLatch(2);
    private final CountDownLatch failed = new CountDownLatch(1);
    private final TenureWork crew = new TenureWork(this, reign, pool, this::fail, stopped::countDown);

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    @Test // API-3
    void allWorkIsInterruptedAtTheEndAndAwaited() throws InterruptedException {
        CountDownLatch mayReturn = new CountDownLatch(1);
        crew.start(leadership -> waitForever());
        crew.start(leadership -> {
            try {
                waitForever();
            } catch (InterruptedException interrupted) {
                mayReturn.await();
            }
        });
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        crew.end();
        assertThat(stopped.getCount()).as("the slow one still runs").isEqualTo(1);
        mayReturn.countDown();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).isEmpty();
    }

    @Test // API-3
    void aCrewWithoutWorkStopsAtOnceAndOnce() {
        crew.end();
        assertThat(stopped.getCount()).isZero();
        crew.end();
    }

    @Test // API-3
    void workThatReturnsEarlyDoesNotEndTheReign() throws Exception {
        crew.start(leadership -> started.countDown());
        crew.start(leadership -> started.countDown());
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(stopped.getCount()).isEqualTo(1);
        crew.end();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test // API-3
    void workThatComesAfterTheEndDoesNotStart() {
        crew.end();
        crew.start(leadership -> errors.add(new AssertionError("started")));
        assertThat(errors).isEmpty();
    }

    @Test // API-3
    void workThatFailsIsReportedAndStopsNothingElse() throws InterruptedException {
        LeaderWork failing = leadership -> {
            throw new IllegalStateException("epoch " + leadership.epoch());
        };
        crew.start(failing);
        crew.start(leadership -> waitForever());
        started.countDown();
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        crew.end();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).singleElement().extracting(Throwable::getMessage).isEqualTo("epoch 7");
    }

    @Test // API-3
    void anInterruptThatNobodySentIsAnError() throws InterruptedException {
        crew.start(leadership -> {
            throw new InterruptedException("by itself");
        });
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        crew.end();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).singleElement().isInstanceOf(InterruptedException.class);
    }

    @Test // API-3
    void workThatCouldNotBeStartedIsNotWaitedFor() {
        TenureWork unlucky = new TenureWork(
                this,
                reign,
                task -> {
                    throw new RejectedExecutionException("no thread");
                },
                errors::add,
                stopped::countDown);
        assertThatThrownBy(() -> unlucky.start(leadership -> {})).isInstanceOf(RejectedExecutionException.class);
        reign.end(EndReason.SESSION_CLOSED);
        unlucky.end();
        assertThat(stopped.getCount()).isZero();
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
