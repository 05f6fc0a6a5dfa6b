package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventDispatcherTest {
    private static final CompletionStage<?> DONE = CompletableFuture.completedFuture("done");

    private final ManualClock clock = new ManualClock();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Deque<Runnable> timers = new ArrayDeque<>();
    private final List<String> calls = new ArrayList<>();
    private final Object owner = new Object();
    private boolean threads = true;
    private final EventDispatcher dispatcher = new EventDispatcher(
            owner,
            new RuntimeEnvironment(clock, new TimersOnly(), this::execute, tasks::add),
            new LatencyRecorder(),
            failure -> calls.add("failed: " + Failures.unwrapped(failure).getMessage()),
            () -> calls.add("blocked"));

    @Test // PG-6
    void listenerReceivesEventsInOrder() {
        publish("one", DONE);
        publish("two", DONE);
        runAll();
        assertThat(calls).containsExactly("one", "two");
    }

    @Test // PG-6
    void queuedEventsAreDeliveredOnOneThread() {
        publish("one", DONE);
        publish("two", DONE);
        tasks.remove().run();
        assertThat(calls).containsExactly("one", "two");
        assertThat(tasks).as("further threads").isEmpty();
    }

    @Test // PG-6
    void threadIsGivenBackAfterManyEvents() {
        IntStream.range(0, 20).forEach(number -> publish("event " + number, DONE));
        tasks.remove().run();
        assertThat(calls).hasSize(16);
        runAll();
        assertThat(calls).hasSize(20);
    }

    @Test // API-4
    void nothingRunsOnThePublishingThread() {
        publish("one", DONE);
        assertThat(calls).isEmpty();
        assertThat(tasks).hasSize(1);
    }

    @Test // PG-6
    void stageIsAwaitedBeforeNextEvent() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        publish("one", stage);
        publish("two", DONE);
        runAll();
        assertThat(calls).containsExactly("one");
        stage.complete("done");
        runAll();
        assertThat(calls).containsExactly("one", "two");
    }

    @Test // PG-6
    void failureIsReportedAndDelaysNothing() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        publish("one", stage);
        runAll();
        stage.completeExceptionally(new IllegalStateException("late"));
        publish("two", CompletableFuture.failedFuture(new IllegalStateException("at once")));
        dispatcher.deliver(() -> {
            throw new IllegalStateException("bug");
        });
        publish("three", DONE);
        runAll();
        assertThat(calls).containsExactly("one", "failed: late", "two", "failed: at once", "failed: bug", "three");
    }

    @Test // PG-6
    void eventWithoutAThreadIsDeliveredLater() {
        threads = false;
        publish("one", DONE);
        publish("two", DONE);
        fireTimer();
        assertThat(calls).as("still no thread").isEmpty();
        threads = true;
        fireTimer();
        runAll();
        assertThat(calls).containsExactly("one", "two");
    }

    @Test // PG-6
    void callThatBlocksIsReportedOnceAfterTenSeconds() {
        dispatcher.deliver(() -> {
            clock.advance(Duration.ofSeconds(9));
            fireTimer();
            assertThat(calls).as("after nine seconds").isEmpty();
            clock.advance(Duration.ofSeconds(1));
            fireTimer();
            clock.advance(Duration.ofSeconds(10));
            fireTimer();
            assertThat(calls).containsExactly("blocked");
            return null;
        });
        runAll();
        fireTimer();
        assertThat(calls).containsExactly("blocked");
        assertThat(timers).as("timers of an idle dispatcher").isEmpty();
    }

    @Test // PG-6
    void deliveredStageCompletesAfterWhatWasQueuedBefore() {
        assertThat(dispatcher.delivered()).as("nothing is queued").isDone();
        CompletableFuture<String> slow = new CompletableFuture<>();
        publish("one", slow);
        CompletableFuture<Void> delivered = dispatcher.delivered();
        runAll();
        assertThat(delivered).isNotDone();
        slow.complete("done");
        runAll();
        assertThat(delivered).isDone();
    }

    @Test // PG-5
    void reentrancyCheckKnowsTheOwnerInsideAListenerAndInsideNestedCalls() throws Exception {
        Object other = new Object();
        dispatcher.deliver(() -> {
            calls.add("inside " + ReentrancyCheck.isInside(owner));
            try {
                ReentrancyCheck.call(other, () -> calls.add("nested " + ReentrancyCheck.isInside(owner)));
            } catch (Exception impossible) {
                throw new AssertionError(impossible);
            }
            return null;
        });
        runAll();
        assertThat(calls).containsExactly("inside true", "nested true");
        assertThat(ReentrancyCheck.isInside(owner)).isFalse();
    }

    private void publish(String event, CompletionStage<?> result) {
        dispatcher.deliver(() -> {
            calls.add(event);
            return result;
        });
    }

    private void execute(Runnable task) {
        if (!threads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        tasks.add(task);
    }

    private void runAll() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void fireTimer() {
        timers.remove().run();
    }

    /** Collects the timers, which the test fires. */
    private final class TimersOnly implements EventLoop {
        @Override
        public void execute(Runnable task) {
            throw new AssertionError("nothing runs on the loop");
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
