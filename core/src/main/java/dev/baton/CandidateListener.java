package dev.baton;

import java.util.concurrent.CompletionStage;

/**
 * Receives every event of one candidate, in order.
 *
 * <p>Each listener receives the events one after the other, in the order of the candidate's transitions, and never on
 * the thread that renews. An event goes to the listeners in the order of their registration, but no listener waits for
 * another one: a listener that blocks delays only itself, and is logged after ten seconds. If a listener throws or its
 * stage fails, the failure is logged and passed to the error listeners; nothing else is affected.
 *
 * <pre>{@code
 * candidate.listen(event -> {
 *     audit.record(event);
 *     return CompletableFuture.completedFuture(null);
 * });
 * }</pre>
 */
@FunctionalInterface
public interface CandidateListener {

    /** Handles the event. The next event is delivered when the returned stage completes, or after ten seconds. */
    CompletionStage<?> handle(CandidateEvent event);
}
