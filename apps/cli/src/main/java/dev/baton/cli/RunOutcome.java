package dev.baton.cli;

import dev.baton.CandidateEvent;
import dev.baton.StopCause;
import java.util.concurrent.CompletableFuture;

/** Turns the end of a candidate into an exit code. */
final class RunOutcome {
    private final CompletableFuture<Integer> outcome;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private boolean lastTenureWasLost;

    RunOutcome(CompletableFuture<Integer> outcome) {
        this.outcome = outcome;
    }

    /** Handles the next event. */
    void handle(CandidateEvent event) {
        if (event instanceof CandidateEvent.Lost) {
            lastTenureWasLost = true;
        } else if (event instanceof CandidateEvent.Released) {
            lastTenureWasLost = false;
        } else if (event instanceof CandidateEvent.Stopped end) {
            outcome.complete(code(end.cause()));
            stopped.complete(null);
        }
    }

    /** Completes when the last event has been handled. */
    CompletableFuture<Void> stopped() {
        return stopped;
    }

    private int code(StopCause cause) {
        return switch (cause) {
            case REQUESTED -> ExitCode.DONE;
            case NOT_REACQUIRING -> lastTenureWasLost ? ExitCode.LOST : ExitCode.DONE;
            case STORE_FAILED, RUNTIME_FAILED -> ExitCode.STORE;
            case GAVE_UP -> ExitCode.GAVE_UP;
        };
    }
}
