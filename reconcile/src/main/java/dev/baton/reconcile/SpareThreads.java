package dev.baton.reconcile;

/** Threads that wait for slow calls, so that those who work go on with other keys. */
interface SpareThreads {
    /** None: who works waits. */
    SpareThreads NONE = body -> false;

    /** Runs the body on a thread of its own. Returns false if there is none left. */
    boolean tryRun(ReconcileWorkers.Body body);
}
