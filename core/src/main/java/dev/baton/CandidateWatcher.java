package dev.baton;

/**
 * Hears which candidates a connection has and which gates they use: what metrics are bound to.
 *
 * <p>Called on the thread that makes the candidate or the gate, never on the one that renews; a failure goes to
 * that caller. Candidates and gates that exist already come first.
 */
public interface CandidateWatcher {

    /** There is a new candidate. */
    void joined(Candidate candidate);

    /** A candidate has a new gate. */
    void gateMade(Candidate candidate, Gate gate);

    /** A candidate was closed for good. */
    void left(Candidate candidate);
}
