package dev.baton.quorum.step;

/** What happens to a node. */
public sealed interface NodeEvent {

    /** Something for one election only. */
    sealed interface OfElection extends NodeEvent {
        String election();
    }

    /** Time has passed; due when {@link MemberNode#wakeAt} says so, harmless at any other time. */
    record Tick() implements NodeEvent {}

    /** A message came, from a peer that proved who it is. */
    record Received(Envelope envelope) implements NodeEvent {}

    /** That ballot is durable. */
    record Persisted(String election, Vote ballot) implements OfElection {}

    /** That ballot could not be made durable (a full disk): this member does not vote in that term. */
    record PersistFailed(String election, Vote ballot, String cause) implements OfElection {}

    /** That list of members is durable. */
    record GroupPersisted(GroupRecord group) implements NodeEvent {}

    /**
     * A peer's connection was closed by its side, and a new one is refused or shows a new process. The
     * probe has to be repeated until one of both is seen: a dying process may still accept.
     *
     * @param incarnation of the process that is gone, as its last message told
     */
    record PeerGone(String peer, long incarnation, boolean loopback) implements NodeEvent {}

    /**
     * A peer can be reached from now on: what it could not hear before is said again. Proves nothing, and may be
     * wrong.
     */
    record PeerLinked(String peer) implements NodeEvent {}

    /**
     * This member wants to lead.
     *
     * @param floor the epoch to win has to be larger than this
     * @param eager whether nobody else is known to stand, so that there is nobody to wait for
     */
    record Stand(String election, int priority, long floor, boolean eager) implements OfElection {

        /** One that gives others the usual time. */
        public Stand(String election, int priority, long floor) {
            this(election, priority, floor, false);
        }
    }

    /** This member no longer wants to lead; if it leads, it resigns. Idempotent. */
    record Withdraw(String election) implements OfElection {}

    /**
     * Gives up the lead of this term, and stands no longer. The work has stopped before this.
     *
     * @param successor who should lead next; empty for whoever is fastest
     */
    record Release(String election, long term, String successor) implements OfElection {}

    /** An operator wants another member; its process has to be running, so that its disk is known. */
    record AddMember(String id) implements NodeEvent {}

    /** An operator wants one member less. */
    record RemoveMember(String id) implements NodeEvent {}
}
