package dev.baton.quorum.wire;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import java.util.ArrayList;
import java.util.List;

/** Sample messages of every kind. */
final class AllMessages {
    private AllMessages() {}

    /** Returns messages with the largest numbers that fit their fields. */
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

    /** Returns a message of every kind with everyday values. */
    static List<PeerMessage> typical(String sender) {
        return List.of(
                new PeerMessage.PreVote(4, sender, 12.5, 2, 3),
                new PeerMessage.PreVoteGrant(4, sender, 3),
                new PeerMessage.RequestVote(4, sender, 0.25, -1),
                new PeerMessage.VoteGrant(4, sender),
                new PeerMessage.Refusal(300, sender),
                new PeerMessage.Heartbeat(4, sender, 1_700_000_000_000L, -5),
                new PeerMessage.HeartbeatAck(4, sender, 70_000),
                new PeerMessage.Resign(4, sender, false),
                new PeerMessage.TimeoutNow(4, sender),
                new PeerMessage.Members(Membership.founding(List.of("n1", "n2", "n3")), sender),
                new PeerMessage.MembersAck(4, 2, sender, 3),
                new PeerMessage.Register(sender, 42),
                new PeerMessage.Registered(sender, 43));
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
