package dev.baton.quorum.step;

/** The assertions that are always on: what no step may ever do. */
class Invariants {
    static final Invariants ON = new Invariants();

    Invariants() {}

    /** Throws when a step has done what none may do; its effects begin at {@code first}. */
    void check(ElectionState before, StepDraft turn, NodeEvent event, int first) {
        ElectionState after = turn.seat;
        require(after.term >= before.term, "the term went back", before, after);
        require(after.durable.term() >= before.durable.term(), "the durable term went back", before, after);
        require(
                after.term != before.term || before.votedFor.isEmpty() || after.votedFor.equals(before.votedFor),
                "a cast vote was moved",
                before,
                after);
        checkPromise(before, after, event, turn.nanos);
        checkLead(before, after);
        require(
                !before.role.hasWon()
                        || !(event instanceof NodeEvent.Received received)
                        || !(received.envelope().message() instanceof PeerMessage.Heartbeat beat)
                        || beat.term() != before.term,
                "somebody else leads the same term",
                before,
                after);
        for (int at = first; at < turn.effects.size(); at++) {
            if (turn.effects.get(at) instanceof NodeEffect.Send send
                    && send.envelope().message() instanceof PeerMessage.VoteGrant grant) {
                checkGrant(before, after, turn, send.envelope().to(), grant);
            }
        }
    }

    private static void checkPromise(ElectionState before, ElectionState after, NodeEvent event, long nanos) {
        LeasePromise held = before.promise;
        if (!held.isLive(nanos) || after.promise.equals(held)) {
            return;
        }
        boolean extended = after.promise.leader().equals(held.leader()) && after.promise.until() >= held.until();
        boolean freed = event instanceof NodeEvent.PeerGone
                || (event instanceof NodeEvent.Received received
                        && received.envelope().from().equals(held.leader()));
        require(extended || freed, "a live promise was dropped without evidence", before, after);
    }

    private static void checkLead(ElectionState before, ElectionState after) {
        require(
                (after.granted & -(1L << after.members.size())) == 0,
                "a vote of somebody who is no member was counted",
                before,
                after);
        if (after.role.hasWon()) {
            require(after.durable.equals(after.ballot()), "a leader's own vote is not durable", before, after);
        }
        if (after.role == MemberRole.ACTIVE && after.leaseUntil > before.leaseUntil) {
            int acks = 1;
            for (int place = 0; place < after.acked.length; place++) {
                acks += after.acked[place] != ElectionState.NO_ACK && place != after.members.place(after.self) ? 1 : 0;
            }
            require(2 * acks > after.members.size(), "a leader acts without a majority", before, after);
        }
    }

    private static void checkGrant(
            ElectionState before, ElectionState after, StepDraft turn, String to, PeerMessage.VoteGrant grant) {
        require(after.durable.equals(new Vote(grant.term(), to)), "a vote was told that is not durable", before, after);
        require(
                !after.promise.isLive(turn.nanos) || after.promise.leader().equals(to),
                "a vote was given under a live promise to somebody else",
                before,
                after);
        require(grant.term() > after.floor(), "a vote was given at or under the floor", before, after);
    }

    private static void require(boolean holds, String what, ElectionState before, ElectionState after) {
        if (!holds) {
            throw new ProtocolViolation(what, before, after);
        }
    }
}
