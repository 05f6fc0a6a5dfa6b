package dev.baton.support.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LastingLoopTest {
    @Test
    void aRoundThatThrowsAnErrorOrAnExceptionIsFollowedByTheNextOne() {
        List<Throwable> thrown = new ArrayList<>(
                List.of(new OutOfMemoryError("test"), new IOException("test"), new IllegalStateException("test")));
        AtomicInteger rounds = new AtomicInteger();

        LastingLoop.run("a test", () -> {
            rounds.incrementAndGet();
            if (!thrown.isEmpty()) {
                raise(thrown.remove(0));
            }
            return rounds.get() < 5;
        });

        assertThat(rounds).hasValue(5);
    }

    @Test
    void aFailureThatCannotBeLoggedDoesNotEndTheLoop() {
        AtomicInteger rounds = new AtomicInteger();

        LastingLoop.run("a test", () -> {
            if (rounds.incrementAndGet() == 1) {
                throw new UnprintableException();
            }
            return false;
        });

        assertThat(rounds).hasValue(2);
    }

    @Test
    void anInterruptEndsALoopWhoseRoundsKeepFailing() throws InterruptedException {
        CountDownLatch failing = new CountDownLatch(3);
        Thread thread = NamedThreads.start(
                "loop",
                () -> LastingLoop.run("a test", () -> {
                    failing.countDown();
                    throw new OutOfMemoryError("test");
                }));
        assertThat(failing.await(10, TimeUnit.SECONDS)).isTrue();

        thread.interrupt();

        thread.join(10_000);
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void aPeriodicTaskThatThrowsAnErrorRunsAgain() throws InterruptedException {
        ScheduledExecutorService scheduler = NamedThreads.scheduler("periodic");
        CountDownLatch runs = new CountDownLatch(3);
        try {
            scheduler.scheduleWithFixedDelay(
                    LastingLoop.periodic("a test", () -> {
                        runs.countDown();
                        throw new OutOfMemoryError("test");
                    }),
                    0,
                    1,
                    TimeUnit.MILLISECONDS);
            assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            scheduler.shutdownNow();
        }
    }

    private static void raise(Throwable thrown) throws Exception {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (Exception) thrown;
    }

    /** Fails while it is logged, as everything does that needs memory when there is none. */
    private static final class UnprintableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new OutOfMemoryError("test");
        }

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("test");
        }
    }
}
