package dev.baton.quorum.step;

/** The candidate's side: pre-vote, vote, and what happens when nobody wins. */
final class CampaignRules {
    /** Unsuccessful rounds get longer, up to this many times the usual length. */
    private static final int LONGEST_ROUND = 4;

    private CampaignRules() {}

    /** The wait of a follower is over. */
    static void begin(StepDraft turn) {
        ElectionState seat = turn.seat;
        if (!turn.mayServe()) {
            seat.campaignAt = Math.max(seat.abstainUntil, turn.nanos) + turn.electionDelay();
        } else if (turn.rules.bindsVote(seat.promise, seat.self, turn.nanos)) {
            seat.campaignAt = seat.promise.until() + turn.electionDelay();
        } else {
            askFirst(turn);
        }
    }

    static void askFirst(StepDraft turn) {
        ElectionState seat = turn.seat;
        seat.role = MemberRole.PRE_CANDIDATE;
        seat.leader = "";
        seat.round++;
        seat.prospect = Math.max(seat.term, Math.max(seat.floor(), seat.wantedFloor)) + 1;
        openRound(turn, seat.members.bit(seat.self));
        turn.sendToOthers(preVote(turn));
        if (turn.hasMajority(seat.granted)) {
            ask(turn);
        }
    }

    /** The real thing: the vote for oneself goes to the disk while the others are asked. */
    static void ask(StepDraft turn) {
        ElectionState seat = turn.seat;
        seat.role = MemberRole.CANDIDATE;
        seat.leader = "";
        seat.term = Math.max(seat.term, Math.max(seat.floor(), seat.wantedFloor)) + 1;
        seat.votedFor = seat.self;
        openRound(turn, 0);
        VoterRules.persist(turn);
        turn.sendToOthers(requestVote(turn));
        VoterRules.tellIfDurable(turn);
    }

    static void onPreVoteGrant(StepDraft turn, PeerMessage.PreVoteGrant grant) {
        ElectionState seat = turn.seat;
        if (seat.role != MemberRole.PRE_CANDIDATE || grant.term() != seat.prospect || grant.round() != seat.round) {
            return;
        }
        count(turn, grant.voterId());
        if (turn.hasMajority(seat.granted)) {
            ask(turn);
        }
    }

    static void onVoteGrant(StepDraft turn, PeerMessage.VoteGrant grant) {
        if (turn.seat.role == MemberRole.CANDIDATE && grant.term() == turn.seat.term) {
            count(turn, grant.voterId());
            winIfElected(turn);
        }
    }

    /** A vote of one's own counts like any other: once it is on disk. */
    static void winIfElected(StepDraft turn) {
        ElectionState seat = turn.seat;
        boolean ownVote = (seat.granted & seat.members.bit(seat.self)) != 0;
        if (ownVote && turn.hasMajority(seat.granted)) {
            LeaderRules.begin(turn);
        }
    }

    static void onTick(StepDraft turn) {
        ElectionState seat = turn.seat;
        if (turn.nanos >= seat.roundEnds) {
            giveUp(turn);
        } else if (turn.nanos >= seat.resendAt) {
            seat.resendGap *= 2;
            seat.resendAt = turn.nanos + seat.resendGap;
            turn.sendToSilent(seat.role == MemberRole.PRE_CANDIDATE ? preVote(turn) : requestVote(turn));
        }
    }

    /** A member that could not be asked before. */
    static void askAgain(StepDraft turn, String peer) {
        ElectionState seat = turn.seat;
        if ((seat.answered & seat.members.bit(peer)) == 0 && seat.members.contains(peer)) {
            turn.send(peer, seat.role == MemberRole.PRE_CANDIDATE ? preVote(turn) : requestVote(turn));
        }
    }

    /** A vote that is split among rivals does not get better by waiting for the rest of the round. */
    static void failIfHopeless(StepDraft turn) {
        ElectionState seat = turn.seat;
        long lost = (seat.answered | seat.gone) & ~seat.granted & ~seat.members.bit(seat.self);
        if (!turn.hasMajority(seat.members.all() & ~lost)) {
            giveUp(turn);
        }
    }

    /** Nobody won; whoever asked in the meantime gets an answer. */
    static void giveUp(StepDraft turn) {
        fail(turn);
        VoterRules.reconsider(turn);
    }

    /** Nobody won: once more, the highest-ranked first. */
    static void fail(StepDraft turn) {
        ElectionState seat = turn.seat;
        seat.role = MemberRole.FOLLOWER;
        seat.attempts++;
        seat.campaignAt = turn.nanos + turn.rankDelay() + (seat.attempts > 1 ? turn.electionDelay() : 0);
    }

    private static void openRound(StepDraft turn, long granted) {
        ElectionState seat = turn.seat;
        seat.granted = granted;
        seat.answered = granted;
        seat.roundEnds = turn.nanos + turn.electionDelay() * Math.min(LONGEST_ROUND, Math.max(1, seat.attempts));
        seat.resendGap = seat.attempts == 0 ? turn.pace.resendAfter : turn.pace.electionMin / 2;
        seat.resendAt = turn.nanos + seat.resendGap;
    }

    private static void count(StepDraft turn, String voter) {
        long bit = turn.seat.members.bit(voter);
        turn.seat.granted |= bit;
        turn.seat.answered |= bit;
    }

    private static PeerMessage preVote(StepDraft turn) {
        ElectionState seat = turn.seat;
        return new PeerMessage.PreVote(seat.prospect, seat.self, seat.uptime(turn.nanos), seat.priority, seat.round);
    }

    private static PeerMessage requestVote(StepDraft turn) {
        ElectionState seat = turn.seat;
        return new PeerMessage.RequestVote(seat.term, seat.self, seat.uptime(turn.nanos), seat.priority);
    }
}
