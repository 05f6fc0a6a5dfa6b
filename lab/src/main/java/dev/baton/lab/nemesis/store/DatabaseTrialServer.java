package dev.baton.lab.nemesis.store;

/** A database server. */
interface DatabaseTrialServer extends TrialServer {
    /** Ends all sessions. */
    void endSessions() throws Exception;

    /** Returns the number of sessions of candidates. */
    long sessions() throws Exception;
}
