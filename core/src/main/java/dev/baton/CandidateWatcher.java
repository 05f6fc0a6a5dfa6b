package dev.baton;

/**
 * Receives the candidates of a connection and the gates that they use. Metrics are bound through it.
 *
 * <p>Called on the thread that creates the candidate or the gate, never on the one that renews. An exception is thrown
 * to that caller. A new watcher first receives the candidates and gates that exist.
 *
 * <pre>{@code
 * Registration registration = baton.watch(new MyCandidateWatcher());
 * }</pre>
 */
public interface CandidateWatcher {

    /** Called when a candidate is created. */
    void candidateAdded(Candidate candidate);

    /** Called when a candidate uses a gate for the first time. */
    void gateCreated(Candidate candidate, Gate gate);

    /** Called when a candidate is closed. */
    void candidateRemoved(Candidate candidate);
}
