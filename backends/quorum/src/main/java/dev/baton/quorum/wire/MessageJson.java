package dev.baton.quorum.wire;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import dev.baton.support.json.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One message as an object of JSON: its type, its election, its fields. */
final class MessageJson {
    private MessageJson() {}

    static Map<String, @Nullable Object> write(String election, PeerMessage message) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("type", "");
        out.put("election", election);
        if (!(message instanceof PeerMessage.Register || message instanceof PeerMessage.Registered)) {
            out.put("term", message.term());
        }
        if (message instanceof PeerMessage.PreVote m) {
            out.put("type", "PreVote");
            standing(out, m.candidateId(), m.candidateUptime(), m.priority());
            out.put("round", (long) m.round());
        } else if (message instanceof PeerMessage.PreVoteGrant m) {
            out.put("type", "PreVoteGrant");
            out.put("voter_id", m.voterId());
            out.put("round", (long) m.round());
        } else if (message instanceof PeerMessage.RequestVote m) {
            out.put("type", "RequestVote");
            standing(out, m.candidateId(), m.candidateUptime(), m.priority());
        } else if (message instanceof PeerMessage.VoteGrant m) {
            out.put("type", "VoteGrant");
            out.put("voter_id", m.voterId());
        } else if (message instanceof PeerMessage.Refusal m) {
            out.put("type", "Refusal");
            out.put("voter_id", m.voterId());
        } else if (message instanceof PeerMessage.Heartbeat m) {
            out.put("type", "Heartbeat");
            out.put("leader_id", m.leaderId());
            out.put("timestamp", m.timestamp());
            out.put("round", m.round());
        } else if (message instanceof PeerMessage.HeartbeatAck m) {
            out.put("type", "HeartbeatAck");
            out.put("follower_id", m.followerId());
            out.put("round", m.round());
        } else if (message instanceof PeerMessage.Resign m) {
            out.put("type", "Resign");
            out.put("leader_id", m.leaderId());
            out.put("hold_back", m.holdBack());
        } else if (message instanceof PeerMessage.TimeoutNow m) {
            out.put("type", "TimeoutNow");
            out.put("leader_id", m.leaderId());
        } else if (message instanceof PeerMessage.Members m) {
            out.put("type", "Members");
            out.put("member_id", m.memberId());
            members(out, m.membership());
        } else if (message instanceof PeerMessage.MembersAck m) {
            out.put("type", "MembersAck");
            out.put("version", (long) m.version());
            out.put("member_id", m.memberId());
            out.put("highest_vote", m.highestVote());
        } else if (message instanceof PeerMessage.Register m) {
            out.put("type", "Register");
            out.put("member_id", m.memberId());
            out.put("store", m.store());
        } else if (message instanceof PeerMessage.Registered m) {
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
        for (Voter member : membership.members()) {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("id", member.id());
            one.put("store", member.store());
            members.add(one);
        }
        out.put("members", members);
    }

    static PeerMessage read(JsonFields in, String sender) {
        return switch (in.text("type")) {
            case "PreVote" ->
                new PeerMessage.PreVote(
                        count(in, "term"),
                        sent(in, "candidate_id", sender),
                        uptime(in),
                        small(in, "priority"),
                        smallCount(in, "round"));
            case "PreVoteGrant" ->
                new PeerMessage.PreVoteGrant(count(in, "term"), sent(in, "voter_id", sender), smallCount(in, "round"));
            case "RequestVote" ->
                new PeerMessage.RequestVote(
                        count(in, "term"), sent(in, "candidate_id", sender), uptime(in), small(in, "priority"));
            case "VoteGrant" -> new PeerMessage.VoteGrant(count(in, "term"), sent(in, "voter_id", sender));
            case "Refusal" -> new PeerMessage.Refusal(count(in, "term"), sent(in, "voter_id", sender));
            case "Heartbeat" ->
                new PeerMessage.Heartbeat(
                        count(in, "term"), sent(in, "leader_id", sender), count(in, "timestamp"), in.number("round"));
            case "HeartbeatAck" ->
                new PeerMessage.HeartbeatAck(count(in, "term"), sent(in, "follower_id", sender), in.number("round"));
            case "Resign" ->
                new PeerMessage.Resign(count(in, "term"), sent(in, "leader_id", sender), in.flag("hold_back"));
            case "TimeoutNow" -> new PeerMessage.TimeoutNow(count(in, "term"), sent(in, "leader_id", sender));
            case "Members" -> new PeerMessage.Members(membership(in), sent(in, "member_id", sender));
            case "MembersAck" ->
                new PeerMessage.MembersAck(
                        count(in, "term"),
                        smallCount(in, "version"),
                        sent(in, "member_id", sender),
                        count(in, "highest_vote"));
            case "Register" -> new PeerMessage.Register(sent(in, "member_id", sender), in.number("store"));
            case "Registered" -> new PeerMessage.Registered(sent(in, "peer_id", sender), in.number("store"));
            default -> throw new MalformedMessageException("no message of that type");
        };
    }

    private static Membership membership(JsonFields in) {
        List<Voter> members = new ArrayList<>();
        for (Object each : in.list("members")) {
            JsonFields one = MessagePacketJson.object("member", each);
            members.add(new Voter(name(one.text("id")), one.number("store")));
        }
        return new Membership(count(in, "term"), smallCount(in, "version"), count(in, "floor"), members);
    }

    static String election(JsonFields in) {
        String election = in.text("election");
        return election.equals(MemberNode.GROUP) ? election : name(election);
    }

    private static String name(String text) {
        if (text.startsWith(".") || !ByteReader.isOfNameCharacters(text)) {
            throw new MalformedMessageException("not a name");
        }
        return text;
    }

    /** Who sent it is known already; a message that says otherwise is nobody's. */
    private static String sent(JsonFields in, String field, String sender) {
        if (!in.text(field).equals(sender)) {
            throw new MalformedMessageException(field + " is not its sender");
        }
        return sender;
    }

    private static double uptime(JsonFields in) {
        double uptime = in.decimal("candidate_uptime");
        if (!(uptime >= 0) || Double.isInfinite(uptime)) {
            throw new MalformedMessageException("no uptime");
        }
        return uptime;
    }

    static long count(JsonFields in, String field) {
        long value = in.number(field);
        if (value < 0) {
            throw new MalformedMessageException(field + " is negative");
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
