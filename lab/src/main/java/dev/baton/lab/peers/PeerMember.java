package dev.baton.lab.peers;

/** A process of a system that takes part in the election. Its readings are in a history. */
interface PeerMember extends AutoCloseable {
    long pid();

    /** Ends the process as {@code kill -9} does, and returns when the signal is sent. */
    void kill();

    /** Stops requests of this process to the member for some time, if there are any, or goes on. */
    default void pauseReadings(boolean now) {}

    /** Lets it give up the leadership, and returns the monotonic time before that. */
    long release() throws Exception;

    /** Kills the process if it still runs, and waits for its end. */
    @Override
    void close();
}
