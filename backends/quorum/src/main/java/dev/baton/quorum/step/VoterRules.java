package dev.baton.quorum.step;

/** The rules of a voter: which request it grants, and what must be on disk before the answer is sent. */
final class VoterRules {
    private VoterRules() {}

    static void onPreVote(StepDraft draft, Envelope envelope, PeerMessage.PreVote request) {
        String candidate = request.sender();
        if (!draft.members().contains(candidate)) {
            return;
        }
        if (candidate.equals(draft.vote.votedFor()) && request.term() > draft.term()) {
            // The candidate itself has abandoned the term in which it has this member's vote.
            draft.deferral = draft.deferral.withSupportUntil(VoteDeferral.NO_SUPPORT);
        }
        if (!draft.mayParticipate()) {
            defer(draft, envelope, request);
        } else if (mayDisturbWinner(draft, request) || isRefused(draft, envelope, request.term(), candidate)) {
            draft.refuse(candidate);
            defer(draft, envelope, request);
        } else if (outranks(draft, request)) {
            if (draft.role == MemberRole.FOLLOWER) {
                CampaignRules.requestPreVotes(draft);
            }
            draft.refuse(candidate);
        } else {
            draft.send(candidate, new PeerMessage.PreVoteGrant(request.term(), draft.self(), request.round()));
            if (draft.role == MemberRole.PRE_CANDIDATE && draft.plan.failedRounds() == 0) {
                CampaignRules.fail(draft); // In the first round the rival with the higher rank goes first.
                draft.campaignAt(draft.nanos + draft.electionDelay());
            }
        }
    }

    /** Keeps the request of the highest rank: the obstacle may be gone before the candidate repeats it. */
    private static void defer(StepDraft draft, Envelope envelope, PeerMessage.PreVote request) {
        Envelope before = draft.deferral.request();
        boolean isBest = before == null
                || (before.message() instanceof PeerMessage.PreVote other
                        && other.rank().compareTo(request.rank()) <= 0);
        if (isBest) {
            draft.deferral = draft.deferral.withRequest(envelope);
        }
    }

    /** Answers the deferred request. A candidate that has abandoned that round ignores the answer. */
    static void answerDeferred(StepDraft draft) {
        Envelope request = draft.deferral.request();
        if (request != null) {
            draft.deferral = draft.deferral.withRequest(null);
            request.applyTo(draft);
        }
    }

    static void onRequestVote(StepDraft draft, Envelope envelope, PeerMessage.RequestVote request) {
        String candidate = request.sender();
        if (!draft.members().contains(candidate)) {
            return;
        }
        if (!draft.mayParticipate()) {
            // This candidate has a majority of pre-votes, so its request takes precedence over deferred pre-votes.
            draft.deferral = draft.deferral.withRequest(envelope);
            return;
        }
        if (isRefused(draft, envelope, request.term(), candidate)) {
            draft.refuse(candidate);
            return;
        }
        draft.vote = draft.vote.cast(request.term(), candidate);
        draft.role = MemberRole.FOLLOWER;
        draft.campaignAt(draft.nanos + draft.electionDelay() * draft.backoff());
        support(draft);
        persist(draft);
        announceIfDurable(draft);
    }

    private static void support(StepDraft draft) {
        draft.deferral = draft.deferral.withSupportUntil(draft.nanos + draft.timing.electionMin * draft.backoff());
    }

    /** Stops waiting for the candidate that has this member's vote. */
    static void endSupport(StepDraft draft) {
        draft.deferral = draft.deferral.withSupportUntil(VoteDeferral.NO_SUPPORT);
        answerDeferred(draft);
    }

    /**
     * Returns whether the candidate that has this member's vote may still win the current term. Granting a pre-vote for
     * the next term would depose it as soon as it leads.
     */
    private static boolean mayDisturbWinner(StepDraft draft, PeerMessage.PreVote request) {
        return request.term() > draft.term()
                && (draft.role == MemberRole.CANDIDATE || draft.deferral.isSupporting(draft.nanos));
    }

    /** Requests a write of the current vote, unless it is on disk or being written. One write runs at a time. */
    static void persist(StepDraft draft) {
        Vote vote = draft.vote.current();
        if (draft.rules.mayAnnounce(vote, draft.vote.durable()) || vote.equals(draft.vote.writing())) {
            return;
        }
        if (draft.vote.writing().equals(Vote.NONE)) {
            draft.vote = draft.vote.withWriting(vote);
            draft.effects.add(new NodeEffect.Persist(draft.election, vote));
        } else {
            draft.vote = draft.vote.withWriteAgain();
        }
    }

    static void onPersisted(StepDraft draft, Vote vote) {
        draft.vote = draft.vote.withDurable(vote);
        if (draft.deferral.isSupporting(draft.nanos) && vote.equals(draft.vote.current())) {
            support(draft); // The candidate receives the vote only now.
        }
        endWrite(draft);
        announceIfDurable(draft);
    }

    static void onPersistFailed(StepDraft draft, Vote vote) {
        if (draft.role == MemberRole.CANDIDATE && vote.equals(draft.vote.current())) {
            CampaignRules.abandon(draft);
        }
        endWrite(draft);
    }

    private static void endWrite(StepDraft draft) {
        boolean again = draft.vote.writeAgain();
        draft.vote = draft.vote.withWriting(Vote.NONE);
        if (again) {
            persist(draft);
        }
    }

    /** Sends the vote to its candidate, or counts it for this member, once it is on disk. */
    static void announceIfDurable(StepDraft draft) {
        String candidate = draft.vote.votedFor();
        if (candidate.isEmpty()
                || !draft.rules.mayAnnounce(draft.vote.current(), draft.vote.durable())
                || !draft.rules.isAboveFloor(draft.term(), draft.floor())) {
            return;
        }
        if (!candidate.equals(draft.self())) {
            // The vote was cast without a live promise, and since then only to the same process one can be given.
            LeasePromise promise = draft.contact.promise();
            if (draft.role == MemberRole.FOLLOWER
                    && !draft.rules.bindsVote(promise, candidate, promise.incarnation(), draft.nanos)) {
                draft.send(candidate, new PeerMessage.VoteGrant(draft.term(), draft.self()));
            }
        } else if (draft.role == MemberRole.CANDIDATE) {
            draft.round = draft.round.grant(draft.ownBit());
            CampaignRules.winIfElected(draft);
        }
    }

    private static boolean isRefused(StepDraft draft, Envelope envelope, long term, String candidate) {
        return !draft.rules.acceptsConfig(envelope.config(), draft.members().id())
                || draft.role.hasWon()
                || draft.rules.bindsVote(draft.contact.promise(), candidate, envelope.incarnation(), draft.nanos)
                || !draft.rules.isAboveFloor(term, draft.floor())
                || !draft.rules.mayVote(draft.vote.current(), term, candidate);
    }

    /**
     * Returns whether this member is a candidate of higher rank. It insists in the first round only: a member that
     * receives messages but cannot send any would block every other candidate.
     */
    private static boolean outranks(StepDraft draft, PeerMessage.PreVote request) {
        return draft.plan.candidate()
                && draft.plan.failedRounds() == 0
                && !draft.deferral.isSupporting(draft.nanos)
                && !draft.contact.promise().isLive(draft.nanos)
                && new CandidateRank(draft.plan.priority(), draft.self(), draft.uptime()).compareTo(request.rank()) > 0;
    }
}
