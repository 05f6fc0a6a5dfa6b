package dev.baton.quorum.step;

/** The follower's side: promises, and what makes them void. */
final class FollowerRules {
    private FollowerRules() {}

    static void onHeartbeat(StepDraft turn, Envelope envelope, PeerMessage.Heartbeat beat) {
        ElectionState seat = turn.seat;
        if (!turn.mayServe() || !seat.members.contains(beat.leaderId())) {
            return;
        }
        if (!turn.rules.isServed(envelope.config(), seat.members.id())
                || beat.term() <= seat.endedTerm
                || isLate(seat, envelope, beat)) {
            return;
        }
        if (seat.role.hasWon() && beat.term() > seat.term) {
            LeaderRules.end(turn, StepDownCause.HIGHER_TERM);
        }
        if (!turn.rules.mayAcknowledge(seat.promise, beat.leaderId(), beat.term(), seat.term, turn.nanos)) {
            if (beat.term() < seat.term) {
                turn.refuse(beat.leaderId());
            }
            return;
        }
        follow(turn, envelope, beat);
    }

    private static void follow(StepDraft turn, Envelope envelope, PeerMessage.Heartbeat beat) {
        ElectionState seat = turn.seat;
        if (beat.term() > seat.term) {
            seat.term = beat.term();
            seat.votedFor = beat.leaderId();
        }
        boolean news = !seat.leader.equals(beat.leaderId()) || seat.promise.term() != beat.term();
        seat.role = MemberRole.FOLLOWER;
        seat.leader = beat.leaderId();
        seat.heardRound = beat.round();
        seat.attempts = 0;
        seat.asked = null;
        seat.backsUntil = ElectionState.NOBODY;
        long until = turn.nanos + turn.pace.lease;
        seat.promise = new LeasePromise(beat.leaderId(), beat.term(), envelope.incarnation(), until);
        seat.campaignAt = until + turn.electionDelay();
        turn.effects.add(new NodeEffect.Remember(seat.election, seat.promise));
        turn.send(beat.leaderId(), new PeerMessage.HeartbeatAck(beat.term(), seat.self, beat.round()));
        if (news) {
            turn.effects.add(new NodeEffect.Follow(seat.election, seat.leader, seat.term));
        }
    }

    static void onResign(StepDraft turn, PeerMessage.Resign resign) {
        ElectionState seat = turn.seat;
        seat.endedTerm = Math.max(seat.endedTerm, resign.term());
        if (turn.rules.frees(seat.promise, resign)) {
            boolean wasLive = seat.promise.isLive(turn.nanos);
            freePromise(turn);
            if (wasLive && resign.holdBack()) {
                seat.campaignAt = turn.nanos + 2 * turn.pace.electionMax;
                seat.attempts = 1;
            } else {
                VoterRules.reconsider(turn);
            }
        }
    }

    static void onTimeoutNow(StepDraft turn, PeerMessage.TimeoutNow order) {
        ElectionState seat = turn.seat;
        if (order.term() != seat.term || !seat.standing || seat.role.hasWon() || !turn.mayServe()) {
            return;
        }
        onResign(turn, new PeerMessage.Resign(order.term(), order.leaderId(), false));
        if (!seat.promise.isLive(turn.nanos)) {
            CampaignRules.ask(turn);
        }
    }

    /** The leader's process is known to be gone. */
    static void onGone(StepDraft turn, String peer, long incarnation) {
        if (turn.rules.frees(turn.seat.promise, peer, incarnation)) {
            freePromise(turn);
            VoterRules.reconsider(turn);
        }
    }

    private static void freePromise(StepDraft turn) {
        ElectionState seat = turn.seat;
        if (!seat.promise.isLive(turn.nanos)) {
            return;
        }
        seat.promise = LeasePromise.NONE;
        seat.leader = "";
        seat.attempts = 0;
        turn.effects.add(new NodeEffect.Remember(seat.election, seat.promise));
        if (seat.role == MemberRole.FOLLOWER) {
            seat.campaignAt = turn.nanos + turn.rankDelay();
        }
    }

    /** Overtaken by a newer one of the same reign, or a copy. */
    private static boolean isLate(ElectionState seat, Envelope envelope, PeerMessage.Heartbeat beat) {
        LeasePromise promise = seat.promise;
        return promise.leader().equals(beat.leaderId())
                && promise.term() == beat.term()
                && promise.incarnation() == envelope.incarnation()
                && beat.round() <= seat.heardRound;
    }
}
