package dev.baton.quorum.step;

/**
 * The kinds of messages: the byte and the name of each on the wire.
 *
 * <p>Codes and names are a contract between versions, because members of two versions run side by side during an upgrade.
 */
public enum MessageKind {
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

    public final int code;
    public final String typeName;

    MessageKind(int code, String typeName) {
        this.code = code;
        this.typeName = typeName;
    }
}
