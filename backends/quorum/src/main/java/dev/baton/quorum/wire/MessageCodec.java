package dev.baton.quorum.wire;

import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import java.util.ArrayList;
import java.util.List;

/**
 * One message as bytes: its kind, then its fields. The sender is not among them: whoever carries the bytes
 * knows, and has proved, who sent them.
 */
final class MessageCodec {
    private static final int PRE_VOTE = 1;
    private static final int PRE_VOTE_GRANT = 2;
    private static final int REQUEST_VOTE = 3;
    private static final int VOTE_GRANT = 4;
    private static final int REFUSAL = 5;
    private static final int HEARTBEAT = 6;
    private static final int HEARTBEAT_ACK = 7;
    private static final int RESIGN = 8;
    private static final int TIMEOUT_NOW = 9;
    private static final int MEMBERS = 10;
    private static final int MEMBERS_ACK = 11;
    private static final int REGISTER = 12;
    private static final int REGISTERED = 13;

    private MessageCodec() {}

    static void write(PeerMessage message, ByteWriter out) {
        if (message instanceof PeerMessage.Heartbeat m) {
            out.octet(HEARTBEAT).varint(m.term()).varint(m.timestamp()).signed(m.round());
        } else if (message instanceof PeerMessage.HeartbeatAck m) {
            out.octet(HEARTBEAT_ACK).varint(m.term()).signed(m.round());
        } else if (message instanceof PeerMessage.PreVote m) {
            out.octet(PRE_VOTE).varint(m.term());
            writeStanding(m.candidateUptime(), m.priority(), out);
            out.varint(m.round());
        } else if (message instanceof PeerMessage.PreVoteGrant m) {
            out.octet(PRE_VOTE_GRANT).varint(m.term()).varint(m.round());
        } else if (message instanceof PeerMessage.RequestVote m) {
            out.octet(REQUEST_VOTE).varint(m.term());
            writeStanding(m.candidateUptime(), m.priority(), out);
        } else if (message instanceof PeerMessage.VoteGrant m) {
            out.octet(VOTE_GRANT).varint(m.term());
        } else if (message instanceof PeerMessage.Refusal m) {
            out.octet(REFUSAL).varint(m.term());
        } else if (message instanceof PeerMessage.Resign m) {
            out.octet(RESIGN).varint(m.term()).octet(m.holdBack() ? 1 : 0);
        } else if (message instanceof PeerMessage.TimeoutNow m) {
            out.octet(TIMEOUT_NOW).varint(m.term());
        } else if (message instanceof PeerMessage.Members m) {
            out.octet(MEMBERS);
            writeMembers(m.membership(), out);
        } else if (message instanceof PeerMessage.MembersAck m) {
            out.octet(MEMBERS_ACK).varint(m.term()).varint(m.version()).varint(m.highestVote());
        } else if (message instanceof PeerMessage.Register m) {
            out.octet(REGISTER).int8(m.store());
        } else if (message instanceof PeerMessage.Registered m) {
            out.octet(REGISTERED).int8(m.store());
        }
    }

    static PeerMessage read(ByteReader in, String sender) {
        int kind = in.octet();
        return switch (kind) {
            case PRE_VOTE -> new PeerMessage.PreVote(in.count(), sender, uptime(in), in.smallSigned(), in.smallCount());
            case PRE_VOTE_GRANT -> new PeerMessage.PreVoteGrant(in.count(), sender, in.smallCount());
            case REQUEST_VOTE -> new PeerMessage.RequestVote(in.count(), sender, uptime(in), in.smallSigned());
            case VOTE_GRANT -> new PeerMessage.VoteGrant(in.count(), sender);
            case REFUSAL -> new PeerMessage.Refusal(in.count(), sender);
            case HEARTBEAT -> new PeerMessage.Heartbeat(in.count(), sender, in.count(), in.signed());
            case HEARTBEAT_ACK -> new PeerMessage.HeartbeatAck(in.count(), sender, in.signed());
            case RESIGN -> new PeerMessage.Resign(in.count(), sender, in.flag());
            case TIMEOUT_NOW -> new PeerMessage.TimeoutNow(in.count(), sender);
            case MEMBERS -> new PeerMessage.Members(members(in), sender);
            case MEMBERS_ACK -> new PeerMessage.MembersAck(in.count(), in.smallCount(), sender, in.count());
            case REGISTER -> new PeerMessage.Register(sender, in.int8());
            case REGISTERED -> new PeerMessage.Registered(sender, in.int8());
            default -> throw new MalformedMessageException("no message of kind " + kind);
        };
    }

    private static void writeStanding(double uptime, int priority, ByteWriter out) {
        out.int8(Double.doubleToLongBits(uptime)).signed(priority);
    }

    private static double uptime(ByteReader in) {
        double uptime = Double.longBitsToDouble(in.int8());
        if (!(uptime >= 0) || Double.isInfinite(uptime)) {
            throw new MalformedMessageException("an uptime that is none");
        }
        return uptime;
    }

    private static void writeMembers(Membership membership, ByteWriter out) {
        out.varint(membership.id().term()).varint(membership.id().version()).varint(membership.floor());
        out.octet(membership.size());
        for (Voter member : membership.members()) {
            out.text(member.id()).int8(member.store());
        }
    }

    private static Membership members(ByteReader in) {
        long term = in.count();
        int version = in.smallCount();
        long floor = in.count();
        int size = in.octet();
        if (size > Membership.MOST_MEMBERS) {
            throw new MalformedMessageException("too many members");
        }
        List<Voter> members = new ArrayList<>();
        for (int left = size; left > 0; left--) {
            members.add(new Voter(in.name(), in.int8()));
        }
        try {
            return new Membership(term, version, floor, members);
        } catch (IllegalArgumentException wrong) {
            throw new MalformedMessageException("no list of members: " + wrong.getMessage());
        }
    }
}
