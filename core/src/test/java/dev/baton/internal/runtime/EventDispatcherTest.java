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
    private final List<String> heard = new ArrayList<>();
    private final Object owner = new Object();
    private final EventDispatcher<String> dispatcher = new EventDispatcher<>(
            owner,
            tasks::add,
            BatonClock.system(),
            (listener, failure) -> heard.add(listener + " failed: " + root(failure)));

    @Test // PG-6
    void listenersHearEachEventInTheOrderOfRegistration() {
        tell("one", DONE);
        tell("two", DONE);
        runAll();
        assertThat(heard).containsExactly("a one", "b one", "a two", "b two");
    }

    @Test // API-4
    void nothingRunsOnTheThreadThatTells() {
        tell("one", DONE);
        assertThat(heard).isEmpty();
        assertThat(tasks).hasSize(1);
    }

    @Test // PG-6
    void aStageIsAwaitedBeforeTheNextListenerAndTheNextEvent() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        tell("one", stage);
        tell("two", DONE);
        runAll();
        assertThat(heard).containsExactly("a one");
        stage.complete("done");
        runAll();
        assertThat(heard).containsExactly("a one", "b one", "a two", "b two");
    }

    @Test // PG-6
    void aStageThatFailsIsReportedAndHoldsUpNothing() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        tell("one", stage);
        runAll();
        stage.completeExceptionally(new IllegalStateException("late"));
        tell("two", CompletableFuture.failedFuture(new IllegalStateException("at once")));
        runAll();
        assertThat(heard)
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
    void aListenerThatThrowsIsReportedAndTheOthersHearAllTheSame() {
        dispatcher.deliver(List.of("a", "b"), listener -> {
            heard.add(listener);
            throw new IllegalStateException("bug");
        });
        tell("two", DONE);
        runAll();
        assertThat(heard).containsExactly("a", "a failed: bug", "b", "b failed: bug", "a two", "b two");
    }

    @Test // PG-5
    void userCodeKnowsWhoseItIs() {
        dispatcher.deliver(List.of("a"), listener -> {
            heard.add("inside " + ReentrancyCheck.of(owner));
            return null;
        });
        runAll();
        assertThat(heard).containsExactly("inside true");
        assertThat(ReentrancyCheck.of(owner)).isFalse();
    }

    private void tell(String event, CompletionStage<?> answer) {
        dispatcher.deliver(List.of("a", "b"), listener -> {
            heard.add(listener + " " + event);
            return answer;
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
