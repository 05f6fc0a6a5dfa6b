package dev.baton.quorum.step;

import java.util.List;

/** Assertions about every step. They are always enabled. */
class Invariants {
    static final Invariants ENABLED = new Invariants();

    Invariants() {}

    /** Throws {@link ProtocolViolation} if a step from one state to the next, with these effects, is unsafe. */
    void check(
            ElectionState before,
            ElectionState after,
            NodeEvent.StepEvent event,
            long nanos,
            List<NodeEffect> effects) {
        Step step = new Step(before, after, event, nanos);
        step.checkVote();
        step.checkPromise();
        step.checkLeader();
        for (NodeEffect effect : effects) {
            if (effect instanceof NodeEffect.Send send
                    && send.envelope().message() instanceof PeerMessage.VoteGrant grant) {
                step.checkGrant(send.envelope().to(), grant);
            }
        }
    }

    private record Step(ElectionState before, ElectionState after, NodeEvent.StepEvent event, long nanos) {

        void checkVote() {
            Vote cast = before.vote.current();
            require(after.term() >= cast.term(), "the term decreased");
            require(after.vote.durable().term() >= before.vote.durable().term(), "the durable term decreased");
            require(
                    after.term() != cast.term()
                            || cast.votedFor().isEmpty()
                            || after.vote.votedFor().equals(cast.votedFor()),
                    "a vote was changed within its term");
        }

        void checkPromise() {
            LeasePromise held = before.contact.promise();
            LeasePromise now = after.contact.promise();
            if (!held.isLive(nanos) || now.equals(held)) {
                return;
            }
            boolean extended = now.isTo(held.leader(), held.incarnation()) && now.until() >= held.until();
            boolean freed = event instanceof NodeEvent.PeerGone
                    || (event instanceof NodeEvent.Received received
                            && received.envelope().from().equals(held.leader())
                            && (received.envelope().message() instanceof PeerMessage.Resign
                                    || received.envelope().message() instanceof PeerMessage.TimeoutNow));
            require(extended || freed, "a live promise was dropped without evidence");
        }

        void checkLeader() {
            Membership members = after.electorate.members();
            require(
                    !before.role.hasWon()
                            || !(event instanceof NodeEvent.Received received)
                            || !(received.envelope().message() instanceof PeerMessage.Heartbeat beat)
                            || beat.term() != before.term(),
                    "another member leads the same term");
            require((after.round.granted() & ~members.all()) == 0, "a vote of a non-member was counted");
            require(
                    !after.role.hasWon() || after.vote.durable().equals(after.vote.current()),
                    "a leader's own vote is not durable");
            if (after.role == MemberRole.ACTIVE && after.lease.until() > before.lease.until()) {
                int acks = after.lease.acks().countWith(members.place(after.origin.self()));
                require(2 * acks > members.size(), "a leader has a lease without a majority");
            }
        }

        void checkGrant(String to, PeerMessage.VoteGrant grant) {
            LeasePromise promise = after.contact.promise();
            require(after.vote.durable().equals(new Vote(grant.term(), to)), "a vote was sent that is not durable");
            require(
                    !promise.isLive(nanos) || promise.leader().equals(to),
                    "a vote was granted under a live promise to another leader");
            require(grant.term() > after.electorate.floor(after.election), "a vote was granted at or below the floor");
        }

        private void require(boolean holds, String violation) {
            if (!holds) {
                throw new ProtocolViolation(violation, before, after);
            }
        }
    }
}
