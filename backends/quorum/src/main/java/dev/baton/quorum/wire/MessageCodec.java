package dev.baton.quorum.wire;

import dev.baton.quorum.step.Member;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.Message;
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

    static void write(Message message, ByteWriter out) {
        if (message instanceof Message.Heartbeat m) {
            out.octet(HEARTBEAT).varint(m.term()).varint(m.timestamp()).signed(m.round());
        } else if (message instanceof Message.HeartbeatAck m) {
            out.octet(HEARTBEAT_ACK).varint(m.term()).signed(m.round());
        } else if (message instanceof Message.PreVote m) {
            out.octet(PRE_VOTE).varint(m.term());
            writeStanding(m.candidateUptime(), m.priority(), out);
            out.varint(m.round());
        } else if (message instanceof Message.PreVoteGrant m) {
            out.octet(PRE_VOTE_GRANT).varint(m.term()).varint(m.round());
        } else if (message instanceof Message.RequestVote m) {
            out.octet(REQUEST_VOTE).varint(m.term());
            writeStanding(m.candidateUptime(), m.priority(), out);
        } else if (message instanceof Message.VoteGrant m) {
            out.octet(VOTE_GRANT).varint(m.term());
        } else if (message instanceof Message.Refusal m) {
            out.octet(REFUSAL).varint(m.term());
        } else if (message instanceof Message.Resign m) {
            out.octet(RESIGN).varint(m.term()).octet(m.holdBack() ? 1 : 0);
        } else if (message instanceof Message.TimeoutNow m) {
            out.octet(TIMEOUT_NOW).varint(m.term());
        } else if (message instanceof Message.Members m) {
            out.octet(MEMBERS);
            writeMembers(m.membership(), out);
        } else if (message instanceof Message.MembersAck m) {
            out.octet(MEMBERS_ACK).varint(m.term()).varint(m.version()).varint(m.highestVote());
        } else if (message instanceof Message.Register m) {
            out.octet(REGISTER).int8(m.store());
        } else if (message instanceof Message.Registered m) {
            out.octet(REGISTERED).int8(m.store());
        }
    }

    static Message read(ByteReader in, String sender) {
        int kind = in.octet();
        return switch (kind) {
            case PRE_VOTE -> new Message.PreVote(in.count(), sender, uptime(in), in.smallSigned(), in.smallCount());
            case PRE_VOTE_GRANT -> new Message.PreVoteGrant(in.count(), sender, in.smallCount());
            case REQUEST_VOTE -> new Message.RequestVote(in.count(), sender, uptime(in), in.smallSigned());
            case VOTE_GRANT -> new Message.VoteGrant(in.count(), sender);
            case REFUSAL -> new Message.Refusal(in.count(), sender);
            case HEARTBEAT -> new Message.Heartbeat(in.count(), sender, in.count(), in.signed());
            case HEARTBEAT_ACK -> new Message.HeartbeatAck(in.count(), sender, in.signed());
            case RESIGN -> new Message.Resign(in.count(), sender, in.flag());
            case TIMEOUT_NOW -> new Message.TimeoutNow(in.count(), sender);
            case MEMBERS -> new Message.Members(members(in), sender);
            case MEMBERS_ACK -> new Message.MembersAck(in.count(), in.smallCount(), sender, in.count());
            case REGISTER -> new Message.Register(sender, in.int8());
            case REGISTERED -> new Message.Registered(sender, in.int8());
            default -> throw new MalformedException("no message of kind " + kind);
        };
    }

    private static void writeStanding(double uptime, int priority, ByteWriter out) {
        out.int8(Double.doubleToLongBits(uptime)).signed(priority);
    }

    private static double uptime(ByteReader in) {
        double uptime = Double.longBitsToDouble(in.int8());
        if (!(uptime >= 0) || Double.isInfinite(uptime)) {
            throw new MalformedException("an uptime that is none");
        }
        return uptime;
    }

    private static void writeMembers(Membership membership, ByteWriter out) {
        out.varint(membership.id().term()).varint(membership.id().version()).varint(membership.floor());
        out.octet(membership.size());
        for (Member member : membership.members()) {
            out.text(member.id()).int8(member.store());
        }
    }

    private static Membership members(ByteReader in) {
        long term = in.count();
        int version = in.smallCount();
        long floor = in.count();
        int size = in.octet();
        if (size > Membership.MOST_MEMBERS) {
            throw new MalformedException("too many members");
        }
        List<Member> members = new ArrayList<>();
        for (int left = size; left > 0; left--) {
            members.add(new Member(in.name(), in.int8()));
        }
        try {
            return new Membership(term, version, floor, members);
        } catch (IllegalArgumentException wrong) {
            throw new MalformedException("no list of members: " + wrong.getMessage());
        }
    }
}
