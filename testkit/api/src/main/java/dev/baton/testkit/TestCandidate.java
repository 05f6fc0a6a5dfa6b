package dev.baton.testkit;

/** A candidate that can be killed and frozen: in a process of its own, or as good as one. */
public interface TestCandidate extends AutoCloseable {

    /** Its instance id. */
    String instanceId();

    /** What it says of itself now; waits for as long as it is frozen. */
    Standing standing();

    /** Kills it as {@code kill -9} would. */
    void crash();

    /** Stops it as SIGSTOP would. */
    void freeze();

    /** Lets it go on. */
    void thaw();

    /** Stops it in an orderly way. */
    @Override
    void close();

    /**
     * What a contestant says of itself.
     *
     * @param leader whether its leadership is valid at this moment
     * @param epoch the epoch of the last leadership it had, 0 before the first
     */
    record Standing(boolean leader, long epoch) {}
}
