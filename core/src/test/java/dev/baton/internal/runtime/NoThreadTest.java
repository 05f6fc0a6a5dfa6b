package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.HealthCheck;
import dev.baton.RetryAttempt;
import dev.baton.internal.machine.AttemptInput;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is periodic goes on after a time in which no thread could be started. */
class NoThreadTest {
    private final ManualClock clock = new ManualClock();
    private final Deque<Runnable> loop = new ArrayDeque<>();
    private final Deque<Runnable> timers = new ArrayDeque<>();
    private final List<Object> results = new ArrayList<>();
    private boolean threads;
    private final RuntimeEnvironment environment =
            new RuntimeEnvironment(clock, new ManualLoop(), this::execute, this::execute);

    @Test // API-8
    void healthCheckIsUnhealthyAndGoesOn() {
        HealthCheck healthy = () -> true;
        threads = true;
        HealthProbe probe = new HealthProbe(healthy, Duration.ofSeconds(1), environment, results::add);
        probe.start();
        runLoop();
        threads = false;
        timers.remove().run();
        threads = true;
        timers.remove().run();
        runLoop();
        assertThat(results).containsExactly(true, false, true);
    }

    @Test // PG-4
    void retryFollowsWithoutItsStrategy() {
        RetryScheduler retry = new RetryScheduler(attempt -> Optional.empty(), environment);
        retry.schedule(new RetryAttempt(1, Duration.ZERO, Optional.empty()), results::add, results::add);
        runLoop();
        assertThat(results)
                .hasSize(2)
                .last()
                .isEqualTo(new AttemptInput.RetryAfter(clock.nanos(), Duration.ofSeconds(5)));
    }

    private void execute(Runnable task) {
        if (!threads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        task.run();
    }

    private void runLoop() {
        for (Runnable task = loop.poll(); task != null; task = loop.poll()) {
            task.run();
        }
    }

    private final class ManualLoop implements EventLoop {
        @Override
        public void execute(Runnable task) {
            loop.add(task);
        }

        @Override
        public Timer at(long nanos, Runnable task) {
            timers.add(task);
            return () -> timers.remove(task);
        }

        @Override
        public void close() {
            // Nothing to free.
        }
    }
}
