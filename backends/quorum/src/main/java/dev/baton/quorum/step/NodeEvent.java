package dev.baton.quorum.step;

import java.util.List;

/** An input of a {@link MemberNode}. */
public sealed interface NodeEvent {

    /** Lets the node handle this event. */
    void accept(MemberNode node, List<NodeEffect> effects);

    /** An event that changes the state of elections. */
    sealed interface StepEvent extends NodeEvent {

        /** Applies this event to the state of one election. */
        void apply(StepDraft draft);
    }

    /** An event of one election. */
    sealed interface OfElection extends StepEvent {
        String election();

        @Override
        default void accept(MemberNode node, List<NodeEffect> effects) {
            node.apply(election(), this, effects);
        }
    }

    /** Time has passed. Due at {@link MemberNode#wakeAt}, harmless at any other time. */
    record Tick() implements StepEvent {
        @Override
        public void accept(MemberNode node, List<NodeEffect> effects) {
            node.tick(this, effects);
        }

        @Override
        public void apply(StepDraft draft) {
            EventRules.tick(draft);
        }
    }

    /** A message arrived from an authenticated peer. */
    record Received(Envelope envelope) implements StepEvent {
        @Override
        public void accept(MemberNode node, List<NodeEffect> effects) {
            node.received(this, effects);
        }

        @Override
        public void apply(StepDraft draft) {
            EventRules.received(draft, envelope);
        }
    }

    /** A vote is durable. */
    record Persisted(String election, Vote vote) implements OfElection {
        @Override
        public void apply(StepDraft draft) {
            VoterRules.onPersisted(draft, vote);
        }
    }

    /** A vote could not be made durable, for example because the disk is full: this member does not vote in that term. */
    record PersistFailed(String election, Vote vote, String cause) implements OfElection {
        @Override
        public void apply(StepDraft draft) {
            VoterRules.onPersistFailed(draft, vote);
        }
    }

    /** A group record is durable. */
    record GroupPersisted(GroupRecord group) implements NodeEvent {
        @Override
        public void accept(MemberNode node, List<NodeEffect> effects) {
            node.group.persisted(group, effects);
        }
    }

    /**
     * The process of a peer has ended.
     *
     * @param incarnation the start of the ended process, from its messages
     * @param proven whether the kernel has proved it; a closed connection, a refused one or another process do not
     */
    record PeerGone(String peer, long incarnation, boolean proven) implements StepEvent {
        @Override
        public void accept(MemberNode node, List<NodeEffect> effects) {
            node.peerGone(this, effects);
        }

        @Override
        public void apply(StepDraft draft) {
            EventRules.peerGone(draft, this);
        }
    }

    /**
     * A peer has announced its settings. It promises no longer than that, so this must precede its acknowledgements. The
     * longest promise of {@link MemberNode#longestPromise} with these settings must be durable before.
     */
    record PeerTiming(String peer, AnnouncedTiming timing) implements NodeEvent {
        @Override
        public void accept(MemberNode node, List<NodeEffect> effects) {
            node.peerTiming(this, effects);
        }
    }

    /** A peer has become reachable; pending messages are sent again. This is only a hint and may be wrong. */
    record PeerLinked(String peer) implements StepEvent {
        @Override
        public void accept(MemberNode node, List<NodeEffect> effects) {
            node.peerLinked(this, effects);
        }

        @Override
        public void apply(StepDraft draft) {
            EventRules.peerLinked(draft, peer);
        }
    }

    /**
     * This member becomes a candidate.
     *
     * @param floor the epoch to win must be larger than this
     * @param eager whether no other candidate is known, so that the campaign can start without the usual wait
     */
    record Campaign(String election, int priority, long floor, boolean eager) implements OfElection {
        @Override
        public void apply(StepDraft draft) {
            EventRules.campaign(draft, this);
        }
    }

    /** This member is no longer a candidate; if it leads, it resigns. Idempotent. */
    record Withdraw(String election) implements OfElection {
        @Override
        public void apply(StepDraft draft) {
            EventRules.withdraw(draft);
        }
    }

    /**
     * This member gives up the leadership of a term and is no longer a candidate. Its work has stopped before.
     *
     * @param successor the member that should lead next; empty if any may
     */
    record Release(String election, long term, String successor) implements OfElection {
        @Override
        public void apply(StepDraft draft) {
            EventRules.release(draft, this);
        }
    }

    /**
     * An operator requests another member, or the removal of one.
     *
     * @param add whether to add the member; its process must be running, so that its disk is known
     */
    record ChangeMembers(boolean add, String id) implements NodeEvent {
        @Override
        public void accept(MemberNode node, List<NodeEffect> effects) {
            node.group.change.request(add, id, effects);
        }
    }
}
