package dev.baton.quorum.wire;

import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import java.util.Arrays;

/**
 * The kinds of messages: the byte and the name of each on the wire, and how its fields are read.
 *
 * <p>Codes, names and fields are a contract between versions, because members of two versions run side by side during
 * an upgrade. {@link MessageFields} writes the same fields in the same order.
 */
enum MessageKind {
    PRE_VOTE(1, "PreVote"),
    PRE_VOTE_GRANT(2, "PreVoteGrant"),
    REQUEST_VOTE(3, "RequestVote"),
    VOTE_GRANT(4, "VoteGrant"),
    REFUSAL(5, "Refusal"),
    HEARTBEAT(6, "Heartbeat"),
    HEARTBEAT_ACK(7, "HeartbeatAck"),
    RESIGN(8, "Resign"),
    TIMEOUT_NOW(9, "TimeoutNow"),
    MEMBERS(10, "Members"),
    MEMBERS_ACK(11, "MembersAck"),
    REGISTER(12, "Register"),
    REGISTERED(13, "Registered");

    private static final MessageKind[] BY_CODE = values();

    final int code;
    final String typeName;

    MessageKind(int code, String typeName) {
        this.code = code;
        this.typeName = typeName;
    }

    static MessageKind ofCode(int code) {
        if (code < 1 || code > BY_CODE.length) {
            throw new MalformedMessageException("unknown message kind " + code);
        }
        return BY_CODE[code - 1];
    }

    static MessageKind ofTypeName(String typeName) {
        return Arrays.stream(BY_CODE)
                .filter(kind -> kind.typeName.equals(typeName))
                .findFirst()
                .orElseThrow(() -> new MalformedMessageException("unknown message type"));
    }

    /** Reads the fields of a message of this kind. */
    PeerMessage read(MessageInput in) {
        try {
            return fields(in);
        } catch (IllegalArgumentException invalid) {
            throw new MalformedMessageException("invalid " + typeName + ": " + invalid.getMessage());
        }
    }

    private PeerMessage fields(MessageInput in) {
        return switch (this) {
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
                        in.count("term"), in.sender("leader_id"), in.count("timestamp"), in.signed("round"));
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
