package dev.baton.quorum.wire;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import java.util.ArrayList;
import java.util.List;

/** One message of every kind. */
final class AllMessages {
    private AllMessages() {}

    /** With the largest numbers that a field can hold. */
    static List<PeerMessage> longest(String sender) {
        long term = Long.MAX_VALUE;
        return List.of(
                new PeerMessage.PreVote(term, sender, Double.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE),
                new PeerMessage.PreVoteGrant(term, sender, Integer.MAX_VALUE),
                new PeerMessage.RequestVote(term, sender, Double.MAX_VALUE, Integer.MIN_VALUE),
                new PeerMessage.VoteGrant(term, sender),
                new PeerMessage.Refusal(term, sender),
                new PeerMessage.Heartbeat(term, sender, Long.MAX_VALUE, Long.MIN_VALUE),
                new PeerMessage.HeartbeatAck(term, sender, Long.MIN_VALUE),
                new PeerMessage.Resign(term, sender, true),
                new PeerMessage.TimeoutNow(term, sender),
                new PeerMessage.MembersAck(term, Integer.MAX_VALUE, sender, term),
                new PeerMessage.Register(sender, Long.MIN_VALUE),
                new PeerMessage.Registered(sender, Long.MIN_VALUE));
    }

    static List<PeerMessage> ofEveryKind(String sender) {
        List<PeerMessage> all = new ArrayList<>(longest(sender));
        all.add(new PeerMessage.Members(
                new Membership(7, 3, 5, List.of(new Voter("a", 0), new Voter("b", -17))), sender));
        return all;
    }

    static Envelope envelope(String election, PeerMessage message) {
        return new Envelope(
                message.sender(),
                "to",
                election,
                9,
                new ConfigId(Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE),
                message);
    }
}
