package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages of earlier terms and lists, and confirmations that come too early. */
class LateMessagesTest {
    private static final String E = "nightly";

    private final TestGroup group = new TestGroup(QuorumTiming.seed(), "a", "b", "c");

    @BeforeEach
    void letCLead() {
        group.campaign(E, "c");
        group.runUntil(() -> group.leader(E).equals("c"), 1000);
    }

    private <T extends PeerMessage> T lastSent(String by, Class<T> kind) {
        List<T> all = group.sent.stream()
                .filter(envelope -> envelope.from().equals(by))
                .map(Envelope::message)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
        return all.get(all.size() - 1);
    }

    private long count(String by, Class<? extends PeerMessage> kind) {
        return group.sent.stream()
                .filter(envelope -> envelope.from().equals(by) && kind.isInstance(envelope.message()))
                .count();
    }

    @Test // QUORUM-4
    void lateHeartbeatOfResignedLeaderIsNotAcknowledged() {
        PeerMessage.Heartbeat beat = lastSent("c", PeerMessage.Heartbeat.class);
        group.receive("a", "c", E, new PeerMessage.Resign(beat.term(), "c", false));
        long acks = count("a", PeerMessage.HeartbeatAck.class);

        group.receive("a", "c", E, new PeerMessage.Heartbeat(beat.term(), "c", 0, beat.round() + 1));

        assertThat(count("a", PeerMessage.HeartbeatAck.class)).isEqualTo(acks);
    }

    @Test // QUORUM-4
    void acknowledgementOfEarlierTermExtendsNoLease() {
        group.disconnected.add("c");
        group.run(1_500);
        group.effects.clear();
        PeerMessage.Heartbeat beat = lastSent("c", PeerMessage.Heartbeat.class);

        group.receive("c", "a", E, new PeerMessage.HeartbeatAck(beat.term() - 1, "a", beat.round()));
        assertThat(group.effects(NodeEffect.Lead.class)).isEmpty();

        group.receive("c", "a", E, new PeerMessage.HeartbeatAck(beat.term(), "a", beat.round()));
        assertThat(group.effects(NodeEffect.Lead.class)).hasSize(1);
    }

    @Test // QUORUM-4
    void acknowledgementsOfEarlierTenureExtendNoLeaseOfNextOne() {
        group.disconnected.add("c");
        group.handle("c", new NodeEvent.Release(E, group.term("c", E), ""));
        group.handle("c", new NodeEvent.Campaign(E, 0, 0, false));
        group.runUntil(() -> group.state("c", E).role() == MemberRole.PRE_CANDIDATE, 1_000);
        PeerMessage.PreVote request = lastSent("c", PeerMessage.PreVote.class);
        group.receive("c", "a", E, new PeerMessage.PreVoteGrant(request.term(), "a", request.round()));

        group.receive("c", "a", E, new PeerMessage.VoteGrant(group.term("c", E), "a"));

        assertThat(group.state("c", E).role()).isEqualTo(MemberRole.ELECTED);
    }

    @Test // QUORUM-7
    void floorOfNextListIsAboveVotesOfOtherMembers() {
        group.disconnected.add("a");
        for (int times = 0; times < 5; times++) {
            group.handle("c", new NodeEvent.Release(E, group.term("c", E), ""));
            group.campaign(E, "c");
            group.runUntil(() -> group.leader(E).equals("c"), 20_000);
        }
        group.disconnected.clear();
        group.effects.clear();
        group.handle("a", new NodeEvent.ChangeMembers(false, "b"));
        group.runUntil(() -> !group.effects(NodeEffect.MembershipChanged.class).isEmpty(), 60_000);

        assertThat(group.node("a").membership().floor()).isGreaterThanOrEqualTo(group.term("c", E));
    }

    @Test // QUORUM-7
    void listIsNotConfirmedBeforeItIsOnDisk() {
        group.stuckDisks.add("a");
        Membership next = group.node("c").membership().without("b", 5, 0);

        group.receive("a", "c", MemberNode.GROUP, new PeerMessage.Members(next, "c"));

        assertThat(group.node("a").membership()).isEqualTo(next);
        assertThat(count("a", PeerMessage.MembersAck.class)).isZero();
        group.handle("a", new NodeEvent.GroupPersisted(Objects.requireNonNull(group.records.get("a"))));
        assertThat(count("a", PeerMessage.MembersAck.class)).isEqualTo(1);
    }
}
