package dev.baton.quorum.step;

/** Applies a message to the state of its election. Every visit returns the draft it has changed. */
final class MessageRules implements PeerMessage.ElectionVisitor<StepDraft> {
    private final StepDraft draft;
    private final Envelope envelope;

    private MessageRules(StepDraft draft, Envelope envelope) {
        this.draft = draft;
        this.envelope = envelope;
    }

    static void apply(StepDraft draft, Envelope envelope) {
        if (envelope.message() instanceof PeerMessage.OfElection message) {
            message.accept(new MessageRules(draft, envelope));
        }
    }

    @Override
    public StepDraft preVote(PeerMessage.PreVote message) {
        VoterRules.onPreVote(draft, envelope, message);
        return draft;
    }

    @Override
    public StepDraft preVoteGrant(PeerMessage.PreVoteGrant message) {
        CampaignRules.onPreVoteGrant(draft, message);
        return draft;
    }

    @Override
    public StepDraft requestVote(PeerMessage.RequestVote message) {
        VoterRules.onRequestVote(draft, envelope, message);
        return draft;
    }

    @Override
    public StepDraft voteGrant(PeerMessage.VoteGrant message) {
        CampaignRules.onVoteGrant(draft, message);
        return draft;
    }

    @Override
    public StepDraft refusal(PeerMessage.Refusal message) {
        CampaignRules.onRefusal(draft, message);
        return draft;
    }

    @Override
    public StepDraft heartbeat(PeerMessage.Heartbeat message) {
        FollowerRules.onHeartbeat(draft, envelope, message);
        return draft;
    }

    @Override
    public StepDraft heartbeatAck(PeerMessage.HeartbeatAck message) {
        LeaderRules.onAck(draft, message);
        return draft;
    }

    @Override
    public StepDraft resign(PeerMessage.Resign message) {
        FollowerRules.onResign(draft, message);
        return draft;
    }

    @Override
    public StepDraft timeoutNow(PeerMessage.TimeoutNow message) {
        FollowerRules.onTimeoutNow(draft, message);
        return draft;
    }
}
