package dev.baton.lab.peers.member;

/** The part of this process in an election. */
public interface ElectionMember {

    /** Returns whether this process leads, as far as the system tells its user. */
    boolean leads();

    /** Gives up the leadership in the way that the system offers. The process need not take part afterwards. */
    void release() throws Exception;
}
