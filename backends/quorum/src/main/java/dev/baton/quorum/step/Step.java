package dev.baton.quorum.step;

import java.util.List;

/**
 * The step function of one seat: the seat it is given stays as it is, the next one is returned, and what has
 * to be done is added to the list of effects.
 */
final class Step {
    private final Pace pace;
    private final Rules rules;
    private final Invariants invariants;

    Step(Pace pace, Rules rules, Invariants invariants) {
        this.pace = pace;
        this.rules = rules;
        this.invariants = invariants;
    }

    Seat step(Seat seat, Event event, Instant now, List<Effect> effects) {
        Turn turn = new Turn(pace, rules, seat.copy(), now, effects);
        int first = effects.size();
        if (event instanceof Event.Received received) {
            receive(turn, received.envelope());
        } else if (event instanceof Event.Tick) {
            tick(turn);
        } else if (event instanceof Event.Persisted persisted) {
            Voting.onPersisted(turn, persisted.ballot());
        } else if (event instanceof Event.PersistFailed failed) {
            Voting.onPersistFailed(turn, failed.ballot());
        } else if (event instanceof Event.PeerGone gone) {
            turn.seat.gone |= turn.seat.members.bit(gone.peer());
            if (turn.seat.backsUntil != Seat.NOBODY && gone.peer().equals(turn.seat.votedFor)) {
                Voting.endBacking(turn);
            }
            Following.onGone(turn, gone.peer(), gone.incarnation());
        } else if (event instanceof Event.PeerLinked linked) {
            linked(turn, linked.peer());
        } else if (event instanceof Event.Stand stand) {
            stand(turn, stand);
        } else if (event instanceof Event.Withdraw) {
            withdraw(turn);
        } else if (event instanceof Event.Release release) {
            release(turn, release);
        }
        invariants.check(seat, turn, event, first);
        return turn.seat;
    }

    /** The list of members, or this member's right to vote, has changed. */
    Seat regroup(Seat seat, Membership members, boolean enrolled, Instant now, List<Effect> effects) {
        Turn turn = new Turn(pace, rules, seat.copy(), now, effects);
        Regrouping.apply(turn, members, enrolled);
        return turn.seat;
    }

    private static void receive(Turn turn, Envelope envelope) {
        Message message = envelope.message();
        turn.seat.gone &= ~turn.seat.members.bit(envelope.from());
        noteIncarnation(turn, envelope);
        if (message instanceof Message.Heartbeat beat) {
            Following.onHeartbeat(turn, envelope, beat);
        } else if (message instanceof Message.HeartbeatAck ack) {
            Reign.onAck(turn, ack);
        } else if (message instanceof Message.PreVote request) {
            Voting.onPreVote(turn, envelope, request);
        } else if (message instanceof Message.PreVoteGrant grant) {
            Campaign.onPreVoteGrant(turn, grant);
        } else if (message instanceof Message.RequestVote request) {
            Voting.onRequestVote(turn, envelope, request);
        } else if (message instanceof Message.VoteGrant grant) {
            Campaign.onVoteGrant(turn, grant);
        } else if (message instanceof Message.Refusal refusal) {
            onRefusal(turn, refusal);
        } else if (message instanceof Message.Resign resign) {
            Following.onResign(turn, resign);
        } else if (message instanceof Message.TimeoutNow order) {
            Following.onTimeoutNow(turn, order);
        }
    }

    /** A newer process of the leader has spoken: the one that was promised something is gone. */
    private static void noteIncarnation(Turn turn, Envelope envelope) {
        Promise promise = turn.seat.promise;
        if (envelope.incarnation() > promise.incarnation() && envelope.from().equals(promise.leader())) {
            Following.onGone(turn, envelope.from(), envelope.incarnation() - 1);
        }
    }

    private static void onRefusal(Turn turn, Message.Refusal refusal) {
        Seat seat = turn.seat;
        if (!seat.members.contains(refusal.voterId())) {
            return;
        }
        if (seat.role == Role.CANDIDATE && refusal.term() == seat.term) {
            // It voted for somebody else. Any other reason may pass, so that it is asked again.
            seat.answered |= seat.members.bit(refusal.voterId());
            Campaign.failIfHopeless(turn);
        }
        if (refusal.term() <= seat.term) {
            return;
        }
        if (seat.role.hasWon()) {
            Reign.end(turn, EndCause.HIGHER_TERM);
        } else if (seat.role != Role.FOLLOWER) {
            Campaign.fail(turn);
        }
        seat.term = refusal.term();
        seat.votedFor = "";
        Voting.endBacking(turn);
    }

    /** Whatever the peer should have heard already. */
    private static void linked(Turn turn, String peer) {
        switch (turn.seat.role) {
            case PRE_CANDIDATE, CANDIDATE -> Campaign.askAgain(turn, peer);
            case ELECTED, ACTIVE -> Reign.beatAgain(turn, peer);
            case FOLLOWER -> {}
        }
    }

    private static void tick(Turn turn) {
        Seat seat = turn.seat;
        switch (seat.role) {
            case FOLLOWER -> {
                if (seat.backsUntil != Seat.NOBODY && turn.nanos >= seat.backsUntil) {
                    Voting.endBacking(turn);
                }
                if (seat.role == Role.FOLLOWER && seat.standing && turn.nanos >= seat.campaignAt) {
                    Campaign.begin(turn);
                }
            }
            case PRE_CANDIDATE, CANDIDATE -> Campaign.onTick(turn);
            case ELECTED, ACTIVE -> Reign.onTick(turn);
        }
    }

    private static void stand(Turn turn, Event.Stand stand) {
        Seat seat = turn.seat;
        seat.priority = stand.priority();
        seat.wantedFloor = Math.max(seat.wantedFloor, stand.floor());
        if (!seat.standing) {
            seat.standing = true;
            seat.attempts = 0;
            boolean free = !seat.promise.isLive(turn.nanos);
            long from = free ? turn.nanos : seat.promise.until();
            seat.campaignAt = from + (free && stand.eager() ? turn.eagerDelay() : turn.electionDelay());
        }
    }

    private static void withdraw(Turn turn) {
        Seat seat = turn.seat;
        seat.standing = false;
        if (seat.role.hasWon()) {
            Reign.release(turn, "");
        } else {
            seat.role = Role.FOLLOWER;
            Voting.reconsider(turn);
        }
    }

    private static void release(Turn turn, Event.Release release) {
        Seat seat = turn.seat;
        if (seat.role.hasWon() && seat.term == release.term()) {
            seat.standing = false;
            Reign.release(turn, release.successor());
        }
    }
}
