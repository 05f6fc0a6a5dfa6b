package dev.baton.quorum.step;

/** The voter's side: who gets a yes, and what has to be on disk before it is said. */
final class VoterRules {
    private VoterRules() {}

    static void onPreVote(StepDraft turn, Envelope envelope, PeerMessage.PreVote request) {
        ElectionState seat = turn.seat;
        if (!seat.members.contains(request.candidateId())) {
            return;
        }
        if (request.candidateId().equals(seat.votedFor) && request.term() > seat.term) {
            seat.backsUntil = ElectionState.NOBODY; // It has given up itself.
        }
        if (!turn.mayServe()) {
            defer(turn, envelope, request);
        } else if (isEarly(turn, request) || isRefused(turn, envelope, request.term(), request.candidateId())) {
            turn.refuse(request.candidateId());
            defer(turn, envelope, request);
        } else if (outranks(turn, request)) {
            if (seat.role == MemberRole.FOLLOWER) {
                CampaignRules.askFirst(turn);
            }
            turn.refuse(request.candidateId());
        } else {
            turn.send(request.candidateId(), new PeerMessage.PreVoteGrant(request.term(), seat.self, request.round()));
            if (seat.role == MemberRole.PRE_CANDIDATE && seat.attempts == 0) {
                CampaignRules.fail(turn); // A rival that ranks higher goes first, once.
                seat.campaignAt = turn.nanos + turn.electionDelay();
            }
        }
    }

    /** Keeps the question of whoever ranks highest: what stands against a yes may be gone before it is asked again. */
    private static void defer(StepDraft turn, Envelope envelope, PeerMessage.PreVote request) {
        Envelope before = turn.seat.asked;
        boolean isBest = before == null
                || (before.message() instanceof PeerMessage.PreVote other
                        && other.rank().compareTo(request.rank()) <= 0);
        if (isBest) {
            turn.seat.asked = envelope;
        }
    }

    /** Answers the question that was kept, now that more may be said. Whoever has given up does not count the answer. */
    static void reconsider(StepDraft turn) {
        Envelope asked = turn.seat.asked;
        turn.seat.asked = null;
        if (asked != null && asked.message() instanceof PeerMessage.PreVote request) {
            onPreVote(turn, asked, request);
        } else if (asked != null && asked.message() instanceof PeerMessage.RequestVote request) {
            onRequestVote(turn, asked, request);
        }
    }

    static void onRequestVote(StepDraft turn, Envelope envelope, PeerMessage.RequestVote request) {
        ElectionState seat = turn.seat;
        if (!seat.members.contains(request.candidateId())) {
            return;
        }
        if (!turn.mayServe()) {
            seat.asked = envelope; // Somebody has a majority of yes already: that counts more than other questions.
            return;
        }
        if (isRefused(turn, envelope, request.term(), request.candidateId())) {
            turn.refuse(request.candidateId());
            return;
        }
        seat.term = request.term();
        seat.votedFor = request.candidateId();
        seat.role = MemberRole.FOLLOWER;
        seat.campaignAt = turn.nanos + turn.electionDelay();
        back(turn);
        persist(turn);
        tellIfDurable(turn);
    }

    private static void back(StepDraft turn) {
        turn.seat.backsUntil = turn.nanos + turn.pace.electionMin;
    }

    /** Nothing more is expected of whoever got the vote. */
    static void endBacking(StepDraft turn) {
        turn.seat.backsUntil = ElectionState.NOBODY;
        reconsider(turn);
    }

    /**
     * Whether the vote of this term may still be won by somebody whom this member voted for. A yes to the next term
     * would depose that one as soon as it leads.
     */
    private static boolean isEarly(StepDraft turn, PeerMessage.PreVote request) {
        ElectionState seat = turn.seat;
        return request.term() > seat.term && (seat.role == MemberRole.CANDIDATE || seat.isBacking(turn.nanos));
    }

    /** Asks the disk to keep the current ballot, unless it has it or was asked already; one at a time. */
    static void persist(StepDraft turn) {
        ElectionState seat = turn.seat;
        Vote wanted = seat.ballot();
        if (turn.rules.isTold(wanted, seat.durable) || wanted.equals(seat.persisting)) {
            return;
        }
        seat.persistNext = !seat.persisting.equals(Vote.NONE);
        if (!seat.persistNext) {
            seat.persisting = wanted;
            turn.effects.add(new NodeEffect.Persist(seat.election, wanted));
        }
    }

    static void onPersisted(StepDraft turn, Vote ballot) {
        ElectionState seat = turn.seat;
        seat.durable = ballot;
        if (seat.isBacking(turn.nanos) && ballot.equals(seat.ballot())) {
            back(turn); // It hears of this vote only now.
        }
        diskAnswered(turn);
        tellIfDurable(turn);
    }

    static void onPersistFailed(StepDraft turn, Vote ballot) {
        ElectionState seat = turn.seat;
        if (seat.role == MemberRole.CANDIDATE && ballot.equals(seat.ballot())) {
            CampaignRules.giveUp(turn);
        }
        diskAnswered(turn);
    }

    private static void diskAnswered(StepDraft turn) {
        turn.seat.persisting = Vote.NONE;
        if (turn.seat.persistNext) {
            turn.seat.persistNext = false;
            persist(turn);
        }
    }

    /** The vote leaves, or counts for oneself, when the disk has it. */
    static void tellIfDurable(StepDraft turn) {
        ElectionState seat = turn.seat;
        if (seat.votedFor.isEmpty()
                || !turn.rules.isTold(seat.ballot(), seat.durable)
                || !turn.rules.isAboveFloor(seat.term, seat.floor())) {
            return;
        }
        if (!seat.votedFor.equals(seat.self)) {
            if (seat.role == MemberRole.FOLLOWER && !turn.rules.bindsVote(seat.promise, seat.votedFor, turn.nanos)) {
                turn.send(seat.votedFor, new PeerMessage.VoteGrant(seat.term, seat.self));
            }
        } else if (seat.role == MemberRole.CANDIDATE) {
            seat.granted |= seat.members.bit(seat.self);
            seat.answered |= seat.granted;
            CampaignRules.winIfElected(turn);
        }
    }

    private static boolean isRefused(StepDraft turn, Envelope envelope, long term, String candidate) {
        ElectionState seat = turn.seat;
        return !turn.rules.isServed(envelope.config(), seat.members.id())
                || seat.role.hasWon()
                || turn.rules.bindsVote(seat.promise, candidate, turn.nanos)
                || !turn.rules.isAboveFloor(term, seat.floor())
                || !turn.rules.mayVote(seat.ballot(), term, candidate);
    }

    /**
     * Whether this member would rather lead itself. It insists for the first round only: a favourite that
     * hears but is not heard would block everybody.
     */
    private static boolean outranks(StepDraft turn, PeerMessage.PreVote request) {
        ElectionState seat = turn.seat;
        return seat.standing
                && seat.attempts == 0
                && !seat.isBacking(turn.nanos)
                && !turn.rules.bindsVote(seat.promise, seat.self, turn.nanos)
                && seat.rank(turn.nanos).compareTo(request.rank()) > 0;
    }
}
