package dev.baton.testkit;

import dev.baton.spi.RunningCommand;

/** A candidate that a test can kill and freeze, usually in its own process. */
public interface TestCandidate extends AutoCloseable {

    /** Returns the instance id. */
    String instanceId();

    /** Returns the current status. Blocks while the candidate is frozen. */
    Status status();

    /** Kills the candidate, like {@code kill -9}. */
    void crash();

    /** Freezes the candidate, like SIGSTOP. */
    void freeze();

    /** Ends {@link #freeze}, like SIGCONT. */
    void thaw();

    /**
     * Makes a call on the thread of its number and returns at once.
     *
     * @param target the target of a transfer
     */
    void call(CandidateCall call, String target);

    /** Waits until all calls have returned, and closes the candidate. Its process goes on. */
    void finishCalls();

    /** Records a command of its tenure, as {@link dev.baton.spi.CommandRecords}. Returns whether it is recorded. */
    boolean record(RunningCommand command);

    /** Stops the candidate and waits for its end. */
    @Override
    void close();

    /**
     * The status of a candidate.
     *
     * @param leader whether its leadership is valid now
     * @param epoch the epoch of its last leadership; 0 before the first
     */
    record Status(boolean leader, long epoch) {}
}
