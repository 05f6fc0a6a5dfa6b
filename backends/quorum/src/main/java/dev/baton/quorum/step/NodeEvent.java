package dev.baton.quorum.step;

/** An input of a {@link MemberNode}. */
public sealed interface NodeEvent {

    /** Calls the handler's method for this kind of event. */
    void accept(Handler handler);

    /** An event that changes the state of elections. */
    sealed interface StepEvent extends NodeEvent {

        /** Calls the handler's method for this kind of event. */
        void accept(StepHandler handler);
    }

    /** An event of one election. */
    sealed interface OfElection extends StepEvent {
        String election();

        @Override
        default void accept(Handler handler) {
            handler.ofElection(this);
        }
    }

    /** Time has passed. Due at {@link MemberNode#wakeAt}, harmless at any other time. */
    record Tick() implements StepEvent {
        @Override
        public void accept(Handler handler) {
            handler.tick(this);
        }

        @Override
        public void accept(StepHandler handler) {
            handler.tick(this);
        }
    }

    /** A message arrived from an authenticated peer. */
    record Received(Envelope envelope) implements StepEvent {
        @Override
        public void accept(Handler handler) {
            handler.received(this);
        }

        @Override
        public void accept(StepHandler handler) {
            handler.received(this);
        }
    }

    /** A vote is durable. */
    record Persisted(String election, Vote vote) implements OfElection {
        @Override
        public void accept(StepHandler handler) {
            handler.persisted(this);
        }
    }

    /** A vote could not be made durable, for example because the disk is full: this member does not vote in that term. */
    record PersistFailed(String election, Vote vote, String cause) implements OfElection {
        @Override
        public void accept(StepHandler handler) {
            handler.persistFailed(this);
        }
    }

    /** A group record is durable. */
    record GroupPersisted(GroupRecord group) implements NodeEvent {
        @Override
        public void accept(Handler handler) {
            handler.groupPersisted(this);
        }
    }

    /**
     * A peer closed its connection, and a new connection is refused or reaches a new process. The transport must probe
     * until it sees one of the two: a dying process may still accept connections.
     *
     * @param incarnation the start of the ended process, from its last message
     */
    record PeerGone(String peer, long incarnation, boolean loopback) implements StepEvent {
        @Override
        public void accept(Handler handler) {
            handler.peerGone(this);
        }

        @Override
        public void accept(StepHandler handler) {
            handler.peerGone(this);
        }
    }

    /** A peer has become reachable; pending messages are sent again. This is only a hint and may be wrong. */
    record PeerLinked(String peer) implements StepEvent {
        @Override
        public void accept(Handler handler) {
            handler.peerLinked(this);
        }

        @Override
        public void accept(StepHandler handler) {
            handler.peerLinked(this);
        }
    }

    /**
     * This member becomes a candidate.
     *
     * @param floor the epoch to win must be larger than this
     * @param eager whether no other candidate is known, so that the campaign can start without the usual wait
     */
    record Campaign(String election, int priority, long floor, boolean eager) implements OfElection {

        /** Creates a candidacy that leaves other candidates the usual time. */
        public Campaign(String election, int priority, long floor) {
            this(election, priority, floor, false);
        }

        @Override
        public void accept(StepHandler handler) {
            handler.campaign(this);
        }
    }

    /** This member is no longer a candidate; if it leads, it resigns. Idempotent. */
    record Withdraw(String election) implements OfElection {
        @Override
        public void accept(StepHandler handler) {
            handler.withdraw(this);
        }
    }

    /**
     * This member gives up the leadership of a term and is no longer a candidate. Its work has stopped before.
     *
     * @param successor the member that should lead next; empty if any may
     */
    record Release(String election, long term, String successor) implements OfElection {
        @Override
        public void accept(StepHandler handler) {
            handler.release(this);
        }
    }

    /** An operator requests another member. Its process must be running, so that its disk is known. */
    record AddMember(String id) implements NodeEvent {
        @Override
        public void accept(Handler handler) {
            handler.addMember(this);
        }
    }

    /** An operator requests the removal of a member. */
    record RemoveMember(String id) implements NodeEvent {
        @Override
        public void accept(Handler handler) {
            handler.removeMember(this);
        }
    }

    /** Handles the events of a node: a new kind does not compile until it is handled. */
    interface Handler {
        void ofElection(OfElection event);

        void tick(Tick event);

        void received(Received event);

        void peerGone(PeerGone event);

        void peerLinked(PeerLinked event);

        void groupPersisted(GroupPersisted event);

        void addMember(AddMember event);

        void removeMember(RemoveMember event);
    }

    /** Handles the events of an election: a new kind does not compile until it is handled. */
    interface StepHandler {
        void tick(Tick event);

        void received(Received event);

        void persisted(Persisted event);

        void persistFailed(PersistFailed event);

        void peerGone(PeerGone event);

        void peerLinked(PeerLinked event);

        void campaign(Campaign event);

        void withdraw(Withdraw event);

        void release(Release event);
    }
}
