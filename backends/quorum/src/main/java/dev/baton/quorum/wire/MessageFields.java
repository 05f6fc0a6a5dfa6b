package dev.baton.quorum.wire;

import dev.baton.quorum.step.PeerMessage;

/** Writes the fields of every kind of message. {@link MessageKind} reads them in the same order. */
record MessageFields(MessageOutput out) implements PeerMessage.Visitor<MessageOutput> {

    @Override
    public MessageOutput preVote(PeerMessage.PreVote message) {
        return candidacy(
                        MessageKind.PRE_VOTE,
                        message.term(),
                        message.candidateId(),
                        message.candidateUptime(),
                        message.priority())
                .count("round", message.round());
    }

    @Override
    public MessageOutput preVoteGrant(PeerMessage.PreVoteGrant message) {
        return term(MessageKind.PRE_VOTE_GRANT, message)
                .sender("voter_id", message.voterId())
                .count("round", message.round());
    }

    @Override
    public MessageOutput requestVote(PeerMessage.RequestVote message) {
        return candidacy(
                MessageKind.REQUEST_VOTE,
                message.term(),
                message.candidateId(),
                message.candidateUptime(),
                message.priority());
    }

    @Override
    public MessageOutput voteGrant(PeerMessage.VoteGrant message) {
        return term(MessageKind.VOTE_GRANT, message).sender("voter_id", message.voterId());
    }

    @Override
    public MessageOutput refusal(PeerMessage.Refusal message) {
        return term(MessageKind.REFUSAL, message).sender("voter_id", message.voterId());
    }

    @Override
    public MessageOutput heartbeat(PeerMessage.Heartbeat message) {
        return term(MessageKind.HEARTBEAT, message)
                .sender("leader_id", message.leaderId())
                .count("timestamp", message.timestamp())
                .signed("round", message.round());
    }

    @Override
    public MessageOutput heartbeatAck(PeerMessage.HeartbeatAck message) {
        return term(MessageKind.HEARTBEAT_ACK, message)
                .sender("follower_id", message.followerId())
                .signed("round", message.round());
    }

    @Override
    public MessageOutput resign(PeerMessage.Resign message) {
        return term(MessageKind.RESIGN, message)
                .sender("leader_id", message.leaderId())
                .flag("hold_back", message.holdBack());
    }

    @Override
    public MessageOutput timeoutNow(PeerMessage.TimeoutNow message) {
        return term(MessageKind.TIMEOUT_NOW, message).sender("leader_id", message.leaderId());
    }

    @Override
    public MessageOutput members(PeerMessage.Members message) {
        return term(MessageKind.MEMBERS, message)
                .sender("member_id", message.memberId())
                .count("version", message.membership().id().version())
                .count("floor", message.membership().floor())
                .voters("members", message.membership().members());
    }

    @Override
    public MessageOutput membersAck(PeerMessage.MembersAck message) {
        return term(MessageKind.MEMBERS_ACK, message)
                .count("version", message.version())
                .sender("member_id", message.memberId())
                .count("highest_vote", message.highestVote());
    }

    @Override
    public MessageOutput register(PeerMessage.Register message) {
        return out.kind(MessageKind.REGISTER)
                .sender("member_id", message.memberId())
                .fixed("store", message.store());
    }

    @Override
    public MessageOutput registered(PeerMessage.Registered message) {
        return out.kind(MessageKind.REGISTERED)
                .sender("peer_id", message.peerId())
                .fixed("store", message.store());
    }

    private MessageOutput term(MessageKind kind, PeerMessage message) {
        return out.kind(kind).count("term", message.term());
    }

    private MessageOutput candidacy(MessageKind kind, long term, String id, double uptime, int priority) {
        return out.kind(kind)
                .count("term", term)
                .sender("candidate_id", id)
                .uptime("candidate_uptime", uptime)
                .signed("priority", priority);
    }
}
