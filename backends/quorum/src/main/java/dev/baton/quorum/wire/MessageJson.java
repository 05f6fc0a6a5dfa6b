package dev.baton.quorum.wire;

import dev.baton.quorum.step.Member;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.Message;
import dev.baton.quorum.step.Node;
import dev.baton.support.json.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One message as an object of JSON: its type, its election, its fields. */
final class MessageJson {
    private MessageJson() {}

    static Map<String, @Nullable Object> write(String election, Message message) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("type", "");
        out.put("election", election);
        if (!(message instanceof Message.Register || message instanceof Message.Registered)) {
            out.put("term", message.term());
        }
        if (message instanceof Message.PreVote m) {
            out.put("type", "PreVote");
            standing(out, m.candidateId(), m.candidateUptime(), m.priority());
            out.put("round", (long) m.round());
        } else if (message instanceof Message.PreVoteGrant m) {
            out.put("type", "PreVoteGrant");
            out.put("voter_id", m.voterId());
            out.put("round", (long) m.round());
        } else if (message instanceof Message.RequestVote m) {
            out.put("type", "RequestVote");
            standing(out, m.candidateId(), m.candidateUptime(), m.priority());
        } else if (message instanceof Message.VoteGrant m) {
            out.put("type", "VoteGrant");
            out.put("voter_id", m.voterId());
        } else if (message instanceof Message.Refusal m) {
            out.put("type", "Refusal");
            out.put("voter_id", m.voterId());
        } else if (message instanceof Message.Heartbeat m) {
            out.put("type", "Heartbeat");
            out.put("leader_id", m.leaderId());
            out.put("timestamp", m.timestamp());
            out.put("round", m.round());
        } else if (message instanceof Message.HeartbeatAck m) {
            out.put("type", "HeartbeatAck");
            out.put("follower_id", m.followerId());
            out.put("round", m.round());
        } else if (message instanceof Message.Resign m) {
            out.put("type", "Resign");
            out.put("leader_id", m.leaderId());
            out.put("hold_back", m.holdBack());
        } else if (message instanceof Message.TimeoutNow m) {
            out.put("type", "TimeoutNow");
            out.put("leader_id", m.leaderId());
        } else if (message instanceof Message.Members m) {
            out.put("type", "Members");
            out.put("member_id", m.memberId());
            members(out, m.membership());
        } else if (message instanceof Message.MembersAck m) {
            out.put("type", "MembersAck");
            out.put("version", (long) m.version());
            out.put("member_id", m.memberId());
            out.put("highest_vote", m.highestVote());
        } else if (message instanceof Message.Register m) {
            out.put("type", "Register");
            out.put("member_id", m.memberId());
            out.put("store", m.store());
        } else if (message instanceof Message.Registered m) {
            out.put("type", "Registered");
            out.put("peer_id", m.peerId());
            out.put("store", m.store());
        }
        return out;
    }

    private static void standing(Map<String, @Nullable Object> out, String id, double uptime, int priority) {
        out.put("candidate_id", id);
        out.put("candidate_uptime", uptime);
        out.put("priority", (long) priority);
    }

    private static void members(Map<String, @Nullable Object> out, Membership membership) {
        out.put("version", (long) membership.id().version());
        out.put("floor", membership.floor());
        List<@Nullable Object> members = new ArrayList<>();
        for (Member member : membership.members()) {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("id", member.id());
            one.put("store", member.store());
            members.add(one);
        }
        out.put("members", members);
    }

    static Message read(JsonFields in, String sender) {
        return switch (in.text("type")) {
            case "PreVote" ->
                new Message.PreVote(
                        count(in, "term"),
                        sent(in, "candidate_id", sender),
                        uptime(in),
                        small(in, "priority"),
                        smallCount(in, "round"));
            case "PreVoteGrant" ->
                new Message.PreVoteGrant(count(in, "term"), sent(in, "voter_id", sender), smallCount(in, "round"));
            case "RequestVote" ->
                new Message.RequestVote(
                        count(in, "term"), sent(in, "candidate_id", sender), uptime(in), small(in, "priority"));
            case "VoteGrant" -> new Message.VoteGrant(count(in, "term"), sent(in, "voter_id", sender));
            case "Refusal" -> new Message.Refusal(count(in, "term"), sent(in, "voter_id", sender));
            case "Heartbeat" ->
                new Message.Heartbeat(
                        count(in, "term"), sent(in, "leader_id", sender), count(in, "timestamp"), in.number("round"));
            case "HeartbeatAck" ->
                new Message.HeartbeatAck(count(in, "term"), sent(in, "follower_id", sender), in.number("round"));
            case "Resign" -> new Message.Resign(count(in, "term"), sent(in, "leader_id", sender), in.flag("hold_back"));
            case "TimeoutNow" -> new Message.TimeoutNow(count(in, "term"), sent(in, "leader_id", sender));
            case "Members" -> new Message.Members(membership(in), sent(in, "member_id", sender));
            case "MembersAck" ->
                new Message.MembersAck(
                        count(in, "term"),
                        smallCount(in, "version"),
                        sent(in, "member_id", sender),
                        count(in, "highest_vote"));
            case "Register" -> new Message.Register(sent(in, "member_id", sender), in.number("store"));
            case "Registered" -> new Message.Registered(sent(in, "peer_id", sender), in.number("store"));
            default -> throw new MalformedException("no message of that type");
        };
    }

    private static Membership membership(JsonFields in) {
        List<Member> members = new ArrayList<>();
        for (Object each : in.list("members")) {
            JsonFields one = PacketJson.object("member", each);
            members.add(new Member(name(one.text("id")), one.number("store")));
        }
        return new Membership(count(in, "term"), smallCount(in, "version"), count(in, "floor"), members);
    }

    static String election(JsonFields in) {
        String election = in.text("election");
        return election.equals(Node.GROUP) ? election : name(election);
    }

    private static String name(String text) {
        if (text.startsWith(".") || !ByteReader.isOfNameCharacters(text)) {
            throw new MalformedException("not a name");
        }
        return text;
    }

    /** Who sent it is known already; a message that says otherwise is nobody's. */
    private static String sent(JsonFields in, String field, String sender) {
        if (!in.text(field).equals(sender)) {
            throw new MalformedException(field + " is not its sender");
        }
        return sender;
    }

    private static double uptime(JsonFields in) {
        double uptime = in.decimal("candidate_uptime");
        if (!(uptime >= 0) || Double.isInfinite(uptime)) {
            throw new MalformedException("no uptime");
        }
        return uptime;
    }

    static long count(JsonFields in, String field) {
        long value = in.number(field);
        if (value < 0) {
            throw new MalformedException(field + " is negative");
        }
        return value;
    }

    static int smallCount(JsonFields in, String field) {
        return Math.toIntExact(count(in, field));
    }

    private static int small(JsonFields in, String field) {
        return Math.toIntExact(in.number(field));
    }
}
