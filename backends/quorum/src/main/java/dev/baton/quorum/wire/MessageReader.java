package dev.baton.quorum.wire;

import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.MessageKind;
import dev.baton.quorum.step.PeerMessage;
import java.util.Arrays;

/**
 * Reads the fields of every kind of message, in the order in which {@link PeerMessage#write} writes them. The fields are
 * a contract between versions.
 */
final class MessageReader {
    private static final MessageKind[] KINDS = MessageKind.values();

    private MessageReader() {}

    static MessageKind ofCode(int code) {
        if (code < 1 || code > KINDS.length) {
            throw new MalformedMessageException("unknown message kind " + code);
        }
        return KINDS[code - 1];
    }

    static MessageKind ofTypeName(String typeName) {
        return Arrays.stream(KINDS)
                .filter(kind -> kind.typeName.equals(typeName))
                .findFirst()
                .orElseThrow(() -> new MalformedMessageException("unknown message type"));
    }

    /** Reads the fields of a message of this kind. */
    static PeerMessage read(MessageKind kind, MessageInput in) {
        try {
            return fields(kind, in);
        } catch (IllegalArgumentException invalid) {
            throw new MalformedMessageException("invalid " + kind.typeName + ": " + invalid.getMessage());
        }
    }

    private static PeerMessage fields(MessageKind kind, MessageInput in) {
        return switch (kind) {
            case PRE_VOTE ->
                new PeerMessage.PreVote(
                        in.count("term"),
                        in.sender("candidate_id"),
                        in.uptime("candidate_uptime"),
                        in.smallSigned("priority"),
                        in.smallCount("round"));
            case PRE_VOTE_GRANT ->
                new PeerMessage.PreVoteGrant(in.count("term"), in.sender("voter_id"), in.smallCount("round"));
            case REQUEST_VOTE ->
                new PeerMessage.RequestVote(
                        in.count("term"),
                        in.sender("candidate_id"),
                        in.uptime("candidate_uptime"),
                        in.smallSigned("priority"));
            case VOTE_GRANT -> new PeerMessage.VoteGrant(in.count("term"), in.sender("voter_id"));
            case REFUSAL -> new PeerMessage.Refusal(in.count("term"), in.sender("voter_id"));
            case HEARTBEAT ->
                new PeerMessage.Heartbeat(
                        in.count("term"), in.sender("leader_id"), in.time("timestamp"), in.signed("round"));
            case HEARTBEAT_ACK ->
                new PeerMessage.HeartbeatAck(in.count("term"), in.sender("follower_id"), in.signed("round"));
            case RESIGN -> new PeerMessage.Resign(in.count("term"), in.sender("leader_id"), in.flag("hold_back"));
            case TIMEOUT_NOW -> new PeerMessage.TimeoutNow(in.count("term"), in.sender("leader_id"));
            case MEMBERS ->
                new PeerMessage.Members(
                        new Membership(
                                in.count("term"), in.smallCount("version"), in.count("floor"), in.voters("members")),
                        in.sender("member_id"));
            case MEMBERS_ACK ->
                new PeerMessage.MembersAck(
                        in.count("term"), in.smallCount("version"), in.sender("member_id"), in.count("highest_vote"));
            case REGISTER -> new PeerMessage.Register(in.sender("member_id"), in.fixed("store"));
            case REGISTERED -> new PeerMessage.Registered(in.sender("peer_id"), in.fixed("store"));
        };
    }
}
