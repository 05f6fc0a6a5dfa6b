package dev.baton.lab.peers;

/** What happens to a process of a system. */
enum PeerFault {
    /** {@code kill -9} of the leader. */
    KILL,
    /** SIGSTOP of the leader until another one leads, and SIGCONT. */
    FREEZE,
    /** No packet of the leader arrives until another one leads. */
    CUT,
    /** The leader gives up its leadership. */
    RELEASE,
    /** The wall clock of a standby is an hour ahead for some time. */
    CLOCK
}
