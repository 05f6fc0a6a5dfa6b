package dev.baton.internal.runtime;

import dev.baton.CandidateState;
import dev.baton.internal.machine.Candidacy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The callers that wait for a stop. A stop counts even if another thread starts the candidate again at once. Used only
 * on the event loop.
 */
final class StopWaiters {
    private final List<Waiter> waiters = new ArrayList<>(0);

    /** Completes the stage when the candidate has stopped and its work has returned. */
    void add(CompletableFuture<Void> stage, Candidacy now) {
        waiters.add(new Waiter(stage));
        update(now);
    }

    void update(Candidacy now) {
        waiters.removeIf(waiter -> waiter.isDone(now));
    }

    private static final class Waiter {
        private final CompletableFuture<Void> stage;
        private boolean stopped;

        Waiter(CompletableFuture<Void> stage) {
            this.stage = stage;
        }

        boolean isDone(Candidacy now) {
            stopped |= now.state() == CandidateState.STOPPED;
            boolean done = stopped && !now.workRunning();
            if (done) {
                stage.completeAsync(() -> null, Runnable::run);
            }
            return done;
        }
    }
}
