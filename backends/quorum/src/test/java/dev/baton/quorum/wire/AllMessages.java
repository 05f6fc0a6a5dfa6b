package dev.baton.quorum.wire;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Member;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.Message;
import java.util.ArrayList;
import java.util.List;

/** One message of every kind. */
final class AllMessages {
    private AllMessages() {}

    /** With the largest numbers that a field can hold. */
    static List<Message> longest(String sender) {
        long term = Long.MAX_VALUE;
        return List.of(
                new Message.PreVote(term, sender, Double.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE),
                new Message.PreVoteGrant(term, sender, Integer.MAX_VALUE),
                new Message.RequestVote(term, sender, Double.MAX_VALUE, Integer.MIN_VALUE),
                new Message.VoteGrant(term, sender),
                new Message.Refusal(term, sender),
                new Message.Heartbeat(term, sender, Long.MAX_VALUE, Long.MIN_VALUE),
                new Message.HeartbeatAck(term, sender, Long.MIN_VALUE),
                new Message.Resign(term, sender, true),
                new Message.TimeoutNow(term, sender),
                new Message.MembersAck(term, Integer.MAX_VALUE, sender, term),
                new Message.Register(sender, Long.MIN_VALUE),
                new Message.Registered(sender, Long.MIN_VALUE));
    }

    static List<Message> ofEveryKind(String sender) {
        List<Message> all = new ArrayList<>(longest(sender));
        all.add(new Message.Members(
                new Membership(7, 3, 5, List.of(new Member("a", 0), new Member("b", -17))), sender));
        return all;
    }

    static Envelope envelope(String election, Message message) {
        return new Envelope(
                message.sender(),
                "to",
                election,
                9,
                new ConfigId(Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE),
                message);
    }
}
