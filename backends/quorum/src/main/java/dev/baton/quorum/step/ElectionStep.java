package dev.baton.quorum.step;

import java.util.List;

/**
 * The step function of one seat: the seat it is given stays as it is, the next one is returned, and what has
 * to be done is added to the list of effects.
 */
final class ElectionStep {
    private final TimingNanos pace;
    private final SafetyRules rules;
    private final Invariants invariants;

    ElectionStep(TimingNanos pace, SafetyRules rules, Invariants invariants) {
        this.pace = pace;
        this.rules = rules;
        this.invariants = invariants;
    }

    ElectionState step(ElectionState seat, NodeEvent event, StepTime now, List<NodeEffect> effects) {
        StepDraft turn = new StepDraft(pace, rules, seat.copy(), now, effects);
        int first = effects.size();
        if (event instanceof NodeEvent.Received received) {
            receive(turn, received.envelope());
        } else if (event instanceof NodeEvent.Tick) {
            tick(turn);
        } else if (event instanceof NodeEvent.Persisted persisted) {
            VoterRules.onPersisted(turn, persisted.ballot());
        } else if (event instanceof NodeEvent.PersistFailed failed) {
            VoterRules.onPersistFailed(turn, failed.ballot());
        } else if (event instanceof NodeEvent.PeerGone gone) {
            turn.seat.gone |= turn.seat.members.bit(gone.peer());
            if (turn.seat.backsUntil != ElectionState.NOBODY && gone.peer().equals(turn.seat.votedFor)) {
                VoterRules.endBacking(turn);
            }
            FollowerRules.onGone(turn, gone.peer(), gone.incarnation());
        } else if (event instanceof NodeEvent.PeerLinked linked) {
            linked(turn, linked.peer());
        } else if (event instanceof NodeEvent.Stand stand) {
            stand(turn, stand);
        } else if (event instanceof NodeEvent.Withdraw) {
            withdraw(turn);
        } else if (event instanceof NodeEvent.Release release) {
            release(turn, release);
        }
        invariants.check(seat, turn, event, first);
        return turn.seat;
    }

    /** The list of members, or this member's right to vote, has changed. */
    ElectionState regroup(
            ElectionState seat, Membership members, boolean enrolled, StepTime now, List<NodeEffect> effects) {
        StepDraft turn = new StepDraft(pace, rules, seat.copy(), now, effects);
        MembershipRules.apply(turn, members, enrolled);
        return turn.seat;
    }

    private static void receive(StepDraft turn, Envelope envelope) {
        PeerMessage message = envelope.message();
        turn.seat.gone &= ~turn.seat.members.bit(envelope.from());
        noteIncarnation(turn, envelope);
        if (message instanceof PeerMessage.Heartbeat beat) {
            FollowerRules.onHeartbeat(turn, envelope, beat);
        } else if (message instanceof PeerMessage.HeartbeatAck ack) {
            LeaderRules.onAck(turn, ack);
        } else if (message instanceof PeerMessage.PreVote request) {
            VoterRules.onPreVote(turn, envelope, request);
        } else if (message instanceof PeerMessage.PreVoteGrant grant) {
            CampaignRules.onPreVoteGrant(turn, grant);
        } else if (message instanceof PeerMessage.RequestVote request) {
            VoterRules.onRequestVote(turn, envelope, request);
        } else if (message instanceof PeerMessage.VoteGrant grant) {
            CampaignRules.onVoteGrant(turn, grant);
        } else if (message instanceof PeerMessage.Refusal refusal) {
            onRefusal(turn, refusal);
        } else if (message instanceof PeerMessage.Resign resign) {
            FollowerRules.onResign(turn, resign);
        } else if (message instanceof PeerMessage.TimeoutNow order) {
            FollowerRules.onTimeoutNow(turn, order);
        }
    }

    /** A newer process of the leader has spoken: the one that was promised something is gone. */
    private static void noteIncarnation(StepDraft turn, Envelope envelope) {
        LeasePromise promise = turn.seat.promise;
        if (envelope.incarnation() > promise.incarnation() && envelope.from().equals(promise.leader())) {
            FollowerRules.onGone(turn, envelope.from(), envelope.incarnation() - 1);
        }
    }

    private static void onRefusal(StepDraft turn, PeerMessage.Refusal refusal) {
        ElectionState seat = turn.seat;
        if (!seat.members.contains(refusal.voterId())) {
            return;
        }
        if (seat.role == MemberRole.CANDIDATE && refusal.term() == seat.term) {
            // It voted for somebody else. Any other reason may pass, so that it is asked again.
            seat.answered |= seat.members.bit(refusal.voterId());
            CampaignRules.failIfHopeless(turn);
        }
        if (refusal.term() <= seat.term) {
            return;
        }
        if (seat.role.hasWon()) {
            LeaderRules.end(turn, StepDownCause.HIGHER_TERM);
        } else if (seat.role != MemberRole.FOLLOWER) {
            CampaignRules.fail(turn);
        }
        seat.term = refusal.term();
        seat.votedFor = "";
        VoterRules.endBacking(turn);
    }

    /** Whatever the peer should have heard already. */
    private static void linked(StepDraft turn, String peer) {
        switch (turn.seat.role) {
            case PRE_CANDIDATE, CANDIDATE -> CampaignRules.askAgain(turn, peer);
            case ELECTED, ACTIVE -> LeaderRules.beatAgain(turn, peer);
            case FOLLOWER -> {}
        }
    }

    private static void tick(StepDraft turn) {
        ElectionState seat = turn.seat;
        switch (seat.role) {
            case FOLLOWER -> {
                if (seat.backsUntil != ElectionState.NOBODY && turn.nanos >= seat.backsUntil) {
                    VoterRules.endBacking(turn);
                }
                if (seat.role == MemberRole.FOLLOWER && seat.standing && turn.nanos >= seat.campaignAt) {
                    CampaignRules.begin(turn);
                }
            }
            case PRE_CANDIDATE, CANDIDATE -> CampaignRules.onTick(turn);
            case ELECTED, ACTIVE -> LeaderRules.onTick(turn);
        }
    }

    private static void stand(StepDraft turn, NodeEvent.Stand stand) {
        ElectionState seat = turn.seat;
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

    private static void withdraw(StepDraft turn) {
        ElectionState seat = turn.seat;
        seat.standing = false;
        if (seat.role.hasWon()) {
            LeaderRules.release(turn, "");
        } else {
            seat.role = MemberRole.FOLLOWER;
            VoterRules.reconsider(turn);
        }
    }

    private static void release(StepDraft turn, NodeEvent.Release release) {
        ElectionState seat = turn.seat;
        if (seat.role.hasWon() && seat.term == release.term()) {
            seat.standing = false;
            LeaderRules.release(turn, release.successor());
        }
    }
}
