package dev.baton.internal.runtime;

import dev.baton.spi.Contender;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One contender, its signals, and the number of its requests that are in progress. Used only on the event loop, except
 * where noted.
 */
final class ContenderSession {
    private final EventLoop loop;
    private final Contender contender;
    private final CandidateSignals signals;
    private int inProgress;
    private @Nullable Runnable onIdle;

    ContenderSession(EventLoop loop, Contender contender, CandidateSignals signals) {
        this.loop = loop;
        this.contender = contender;
        this.signals = signals;
    }

    Contender contender() {
        return contender;
    }

    CandidateSignals signals() {
        return signals;
    }

    boolean isIdle() {
        return inProgress == 0;
    }

    /** Runs the task when all requests have completed. Replaces an earlier task. */
    void whenIdle(Runnable task) {
        onIdle = task;
    }

    void cancelWhenIdle() {
        onIdle = null;
    }

    /** Tracks a request until it has completed and its result has been handled on the loop. */
    <T> void track(CompletionStage<T> request, BiConsumer<@Nullable T, @Nullable Throwable> onDone) {
        inProgress++;
        request.whenComplete((result, failure) -> loop.execute(() -> {
            try {
                onDone.accept(result, failure);
            } finally {
                inProgress--;
                runIfIdle();
            }
        }));
    }

    /** Frees the local resources. Thread-safe. */
    void close() {
        signals.detach();
        contender.close();
    }

    private void runIfIdle() {
        Runnable task = onIdle;
        if (inProgress == 0 && task != null) {
            onIdle = null;
            task.run();
        }
    }
}
