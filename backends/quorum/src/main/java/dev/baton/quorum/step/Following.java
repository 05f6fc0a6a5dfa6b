package dev.baton.quorum.step;

/** The follower's side: promises, and what makes them void. */
final class Following {
    private Following() {}

    static void onHeartbeat(Turn turn, Envelope envelope, Message.Heartbeat beat) {
        Seat seat = turn.seat;
        if (!turn.mayServe() || !seat.members.contains(beat.leaderId())) {
            return;
        }
        if (!turn.rules.isServed(envelope.config(), seat.members.id())
                || beat.term() <= seat.endedTerm
                || isLate(seat, envelope, beat)) {
            return;
        }
        if (seat.role.hasWon() && beat.term() > seat.term) {
            Reign.end(turn, EndCause.HIGHER_TERM);
        }
        if (!turn.rules.mayAcknowledge(seat.promise, beat.leaderId(), beat.term(), seat.term, turn.nanos)) {
            if (beat.term() < seat.term) {
                turn.refuse(beat.leaderId());
            }
            return;
        }
        follow(turn, envelope, beat);
    }

    private static void follow(Turn turn, Envelope envelope, Message.Heartbeat beat) {
        Seat seat = turn.seat;
        if (beat.term() > seat.term) {
            seat.term = beat.term();
            seat.votedFor = beat.leaderId();
        }
        boolean news = !seat.leader.equals(beat.leaderId()) || seat.promise.term() != beat.term();
        seat.role = Role.FOLLOWER;
        seat.leader = beat.leaderId();
        seat.heardRound = beat.round();
        seat.attempts = 0;
        seat.asked = null;
        seat.backsUntil = Seat.NOBODY;
        long until = turn.nanos + turn.pace.lease;
        seat.promise = new Promise(beat.leaderId(), beat.term(), envelope.incarnation(), until);
        seat.campaignAt = until + turn.electionDelay();
        turn.effects.add(new Effect.Remember(seat.election, seat.promise));
        turn.send(beat.leaderId(), new Message.HeartbeatAck(beat.term(), seat.self, beat.round()));
        if (news) {
            turn.effects.add(new Effect.Follow(seat.election, seat.leader, seat.term));
        }
    }

    static void onResign(Turn turn, Message.Resign resign) {
        Seat seat = turn.seat;
        seat.endedTerm = Math.max(seat.endedTerm, resign.term());
        if (turn.rules.frees(seat.promise, resign)) {
            boolean wasLive = seat.promise.isLive(turn.nanos);
            freePromise(turn);
            if (wasLive && resign.holdBack()) {
                seat.campaignAt = turn.nanos + 2 * turn.pace.electionMax;
                seat.attempts = 1;
            } else {
                Voting.reconsider(turn);
            }
        }
    }

    static void onTimeoutNow(Turn turn, Message.TimeoutNow order) {
        Seat seat = turn.seat;
        if (order.term() != seat.term || !seat.standing || seat.role.hasWon() || !turn.mayServe()) {
            return;
        }
        onResign(turn, new Message.Resign(order.term(), order.leaderId(), false));
        if (!seat.promise.isLive(turn.nanos)) {
            Campaign.ask(turn);
        }
    }

    /** The leader's process is known to be gone. */
    static void onGone(Turn turn, String peer, long incarnation) {
        if (turn.rules.frees(turn.seat.promise, peer, incarnation)) {
            freePromise(turn);
            Voting.reconsider(turn);
        }
    }

    private static void freePromise(Turn turn) {
        Seat seat = turn.seat;
        if (!seat.promise.isLive(turn.nanos)) {
            return;
        }
        seat.promise = Promise.NONE;
        seat.leader = "";
        seat.attempts = 0;
        turn.effects.add(new Effect.Remember(seat.election, seat.promise));
        if (seat.role == Role.FOLLOWER) {
            seat.campaignAt = turn.nanos + turn.rankDelay();
        }
    }

    /** Overtaken by a newer one of the same reign, or a copy. */
    private static boolean isLate(Seat seat, Envelope envelope, Message.Heartbeat beat) {
        Promise promise = seat.promise;
        return promise.leader().equals(beat.leaderId())
                && promise.term() == beat.term()
                && promise.incarnation() == envelope.incarnation()
                && beat.round() <= seat.heardRound;
    }
}
