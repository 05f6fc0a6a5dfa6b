package dev.baton.cli;

import dev.baton.CandidateEvent;
import dev.baton.StopCause;
import java.util.concurrent.CompletableFuture;

/** Turns the end of a candidacy into an exit code. */
final class RunOutcome {
    private final CompletableFuture<Integer> outcome;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private boolean lastReignWasLost;

    RunOutcome(CompletableFuture<Integer> outcome) {
        this.outcome = outcome;
    }

    /** Hears every event, one after the other. */
    void hear(CandidateEvent event) {
        if (event instanceof CandidateEvent.Lost) {
            lastReignWasLost = true;
        } else if (event instanceof CandidateEvent.Released) {
            lastReignWasLost = false;
        } else if (event instanceof CandidateEvent.Stopped end) {
            outcome.complete(code(end.cause()));
            stopped.complete(null);
        }
    }

    /** Done when the last event has been heard. */
    CompletableFuture<Void> stopped() {
        return stopped;
    }

    private int code(StopCause cause) {
        return switch (cause) {
            case REQUESTED -> ExitCode.DONE;
            case NOT_REACQUIRING -> lastReignWasLost ? ExitCode.LOST : ExitCode.DONE;
            case STORE_FAILED, RUNTIME_FAILED -> ExitCode.STORE;
            case GAVE_UP -> ExitCode.GAVE_UP;
        };
    }
}
