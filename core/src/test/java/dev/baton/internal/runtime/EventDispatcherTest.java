package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class EventDispatcherTest {
    private static final CompletionStage<?> DONE = CompletableFuture.completedFuture("done");

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> calls = new ArrayList<>();
    private final Object owner = new Object();
    private final EventDispatcher<String> dispatcher = new EventDispatcher<>(
            owner,
            tasks::add,
            BatonClock.system(),
            (listener, failure) -> calls.add(listener + " failed: " + root(failure)));

    @Test // PG-6
    void listenersReceiveEachEventInOrderOfRegistration() {
        publish("one", DONE);
        publish("two", DONE);
        runAll();
        assertThat(calls).containsExactly("a one", "b one", "a two", "b two");
    }

    @Test // API-4
    void nothingRunsOnThePublishingThread() {
        publish("one", DONE);
        assertThat(calls).isEmpty();
        assertThat(tasks).hasSize(1);
    }

    @Test // PG-6
    void stageIsAwaitedBeforeNextListenerAndNextEvent() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        publish("one", stage);
        publish("two", DONE);
        runAll();
        assertThat(calls).containsExactly("a one");
        stage.complete("done");
        runAll();
        assertThat(calls).containsExactly("a one", "b one", "a two", "b two");
    }

    @Test // PG-6
    void failedStageIsReportedAndDelaysNothing() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        publish("one", stage);
        runAll();
        stage.completeExceptionally(new IllegalStateException("late"));
        publish("two", CompletableFuture.failedFuture(new IllegalStateException("at once")));
        runAll();
        assertThat(calls)
                .containsExactly(
                        "a one",
                        "a failed: late",
                        "b one",
                        "b failed: late",
                        "a two",
                        "a failed: at once",
                        "b two",
                        "b failed: at once");
    }

    @Test // PG-6
    void throwingListenerIsReportedAndOthersStillReceive() {
        dispatcher.deliver(List.of("a", "b"), listener -> {
            calls.add(listener);
            throw new IllegalStateException("bug");
        });
        publish("two", DONE);
        runAll();
        assertThat(calls).containsExactly("a", "a failed: bug", "b", "b failed: bug", "a two", "b two");
    }

    @Test // PG-5
    void reentrancyCheckKnowsTheOwnerInsideAListener() {
        dispatcher.deliver(List.of("a"), listener -> {
            calls.add("inside " + ReentrancyCheck.isInside(owner));
            return null;
        });
        runAll();
        assertThat(calls).containsExactly("inside true");
        assertThat(ReentrancyCheck.isInside(owner)).isFalse();
    }

    private void publish(String event, CompletionStage<?> result) {
        dispatcher.deliver(List.of("a", "b"), listener -> {
            calls.add(listener + " " + event);
            return result;
        });
    }

    private void runAll() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private static String root(Throwable failure) {
        return String.valueOf(Failures.unwrapped(failure).getMessage());
    }
}
