package dev.baton.lab.peers.member;

/** A system that elects a leader among the processes that use it, opened by one of them. */
public interface ElectionSystem extends AutoCloseable {

    /**
     * Takes part in an election until the process ends, and returns when it does.
     *
     * @param acquired called each time when this process becomes leader
     */
    ElectionMember join(String election, Runnable acquired) throws Exception;

    /** Closes connections, if that ends the part of this process in elections sooner. */
    @Override
    default void close() {}
}
