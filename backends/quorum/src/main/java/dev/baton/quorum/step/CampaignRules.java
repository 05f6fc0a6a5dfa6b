package dev.baton.quorum.step;

/** The rules of a candidate: pre-vote, vote, and the retry after a round without a winner. */
final class CampaignRules {
    private CampaignRules() {}

    /** Starts a campaign when the follower's timeout has passed, or postpones it while a promise forbids it. */
    static void begin(StepDraft draft) {
        LeasePromise promise = draft.contact.promise();
        if (!draft.mayParticipate()) {
            draft.campaignAt(Math.max(draft.origin.abstainUntil(), draft.nanos) + draft.electionDelay());
        } else if (draft.rules.bindsVote(promise, draft.self(), draft.origin.incarnation(), draft.nanos)) {
            draft.campaignAt(promise.until() + draft.electionDelay());
        } else {
            requestPreVotes(draft);
        }
    }

    static void requestPreVotes(StepDraft draft) {
        if (endsWithoutTerm(draft)) {
            return;
        }
        draft.role = MemberRole.PRE_CANDIDATE;
        draft.contact = draft.contact.withoutLeader();
        openRound(draft, draft.round.number() + 1, draft.ownBit());
        draft.sendToOthers(preVote(draft));
        if (draft.hasMajority(draft.round.granted())) {
            requestVotes(draft);
        }
    }

    /** Starts the vote itself. The own vote is written to disk while the other members receive the request. */
    static void requestVotes(StepDraft draft) {
        if (endsWithoutTerm(draft)) {
            return;
        }
        draft.role = MemberRole.CANDIDATE;
        draft.contact = draft.contact.withoutLeader();
        draft.vote = draft.vote.cast(nextTerm(draft), draft.self());
        openRound(draft, draft.round.number(), 0);
        VoterRules.persist(draft);
        draft.sendToOthers(requestVote(draft));
        VoterRules.announceIfDurable(draft);
    }

    static void onPreVoteGrant(StepDraft draft, PeerMessage.PreVoteGrant grant) {
        if (draft.role != MemberRole.PRE_CANDIDATE
                || grant.term() != draft.round.term()
                || grant.round() != draft.round.number()) {
            return;
        }
        draft.round = draft.round.grant(draft.bit(grant.sender()));
        if (draft.hasMajority(draft.round.granted())) {
            requestVotes(draft);
        }
    }

    static void onVoteGrant(StepDraft draft, PeerMessage.VoteGrant grant) {
        if (draft.role == MemberRole.CANDIDATE && grant.term() == draft.term()) {
            draft.round = draft.round.grant(draft.bit(grant.sender()));
            winIfElected(draft);
        }
    }

    /** Starts to lead if a majority has voted for this member. Its own vote counts once it is on disk. */
    static void winIfElected(StepDraft draft) {
        boolean hasOwnVote = (draft.round.granted() & draft.ownBit()) != 0;
        if (hasOwnVote && draft.hasMajority(draft.round.granted())) {
            LeaderRules.begin(draft);
        }
    }

    static void onRefusal(StepDraft draft, PeerMessage.Refusal refusal) {
        if (!draft.members().contains(refusal.sender())) {
            return;
        }
        if (draft.role == MemberRole.CANDIDATE && refusal.term() == draft.term()) {
            // The voter has voted for another candidate. Every other reason may pass, so those voters are asked again.
            draft.round = draft.round.answer(draft.bit(refusal.sender()));
            abandonIfLost(draft);
        }
        if (refusal.term() <= draft.term()) {
            return;
        }
        if (draft.role.hasWon()) {
            LeaderRules.stepDown(draft, StepDownCause.HIGHER_TERM);
        } else if (draft.role != MemberRole.FOLLOWER) {
            fail(draft);
        }
        draft.vote = draft.vote.cast(refusal.term(), "");
        VoterRules.endSupport(draft);
    }

    static void onTick(StepDraft draft) {
        if (draft.nanos >= draft.round.endsAt()) {
            abandon(draft);
        } else if (draft.nanos >= draft.round.resendAt()) {
            draft.round = draft.round.resend(draft.nanos, draft.timing.heartbeat);
            draft.sendToUnanswered(request(draft));
        }
    }

    /** Sends the current request to a member that has become reachable, unless it has answered. */
    static void resendTo(StepDraft draft, String peer) {
        if ((draft.round.answered() & draft.bit(peer)) == 0 && draft.members().contains(peer)) {
            draft.send(peer, request(draft));
        }
    }

    /** Ends a round at once if the remaining votes cannot make a majority, as after a split vote. */
    private static void abandonIfLost(StepDraft draft) {
        long lost = (draft.round.answered() | draft.electorate.ended()) & ~draft.round.granted() & ~draft.ownBit();
        if (!draft.hasMajority(draft.members().all() & ~lost)) {
            abandon(draft);
        }
    }

    /** Ends a round without a winner and answers a request that was deferred during it. */
    static void abandon(StepDraft draft) {
        fail(draft);
        VoterRules.answerDeferred(draft);
    }

    /**
     * Ends a round without a winner. The next attempts are staggered by rank, later ones also at random, and over a longer
     * and longer time: messages may take longer than a round.
     */
    static void fail(StepDraft draft) {
        draft.role = MemberRole.FOLLOWER;
        draft.plan = draft.plan.withFailedRounds(draft.plan.failedRounds() + 1);
        draft.campaignAt(draft.nanos + draft.rankDelay() + (draft.plan.failedRounds() > 1 ? draft.retryDelay() : 0));
    }

    /** A member has become reachable, so that rounds without a winner say nothing about the next one. */
    static void campaignSooner(StepDraft draft) {
        if (draft.plan.failedRounds() > 1) {
            draft.plan = draft.plan.withFailedRounds(1);
            draft.campaignAt(Math.min(draft.plan.campaignAt(), draft.nanos + draft.electionDelay()));
        }
    }

    private static void openRound(StepDraft draft, int number, long granted) {
        int failed = draft.plan.failedRounds();
        long length = draft.electionDelay() * draft.backoff();
        long resendGap = failed == 0 ? draft.timing.resendAfter : draft.timing.electionMin / 2;
        long term = draft.role == MemberRole.PRE_CANDIDATE ? nextTerm(draft) : draft.round.term();
        draft.round = new CampaignRound(
                number, term, granted, granted, draft.nanos + length, draft.nanos + resendGap, resendGap);
    }

    private static long nextTerm(StepDraft draft) {
        return draft.highestUsedTerm() + 1;
    }

    /** Returns whether no term is left for a campaign; then this member stays a follower, and still votes. */
    private static boolean endsWithoutTerm(StepDraft draft) {
        if (draft.highestUsedTerm() < Vote.HIGHEST_TERM) {
            return false;
        }
        draft.role = MemberRole.FOLLOWER;
        draft.campaignAt(ElectionState.NEVER);
        return true;
    }

    private static PeerMessage request(StepDraft draft) {
        return draft.role == MemberRole.PRE_CANDIDATE ? preVote(draft) : requestVote(draft);
    }

    private static PeerMessage preVote(StepDraft draft) {
        return new PeerMessage.PreVote(
                draft.round.term(), draft.self(), draft.uptime(), draft.plan.priority(), draft.round.number());
    }

    private static PeerMessage requestVote(StepDraft draft) {
        return new PeerMessage.RequestVote(draft.term(), draft.self(), draft.uptime(), draft.plan.priority());
    }
}
