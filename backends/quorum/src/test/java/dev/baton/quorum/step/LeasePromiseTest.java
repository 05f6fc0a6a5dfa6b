package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises of followers, and the evidence that ends them early. */
class LeasePromiseTest {
    private static final String E = "nightly";

    private final TestGroup group = new TestGroup(QuorumTiming.seed(), "a", "b", "c");

    @BeforeEach
    void electLeader() {
        group.campaign(E, "a", "b", "c");
        group.runUntil(() -> group.leader(E).equals("c"), 1000);
        group.run(1500);
    }

    @Test // QUORUM-7
    void transferTakesOneRoundTripAndEndsLeaseFirst() {
        group.effects.clear();
        group.handle("c", new NodeEvent.Release(E, 1, "a"));
        group.deliver();
        assertThat(group.leader(E)).isEqualTo("a");
        assertThat(group.effects.get(0)).isEqualTo(new NodeEffect.SteppedDown(E, 1, StepDownCause.RESIGNED));
        assertThat(group.term("a", E)).isEqualTo(2);
    }

    @Test
    void releaseOfEarlierTermHasNoEffect() {
        group.handle("c", new NodeEvent.Release(E, 0, ""));
        assertThat(group.leader(E)).isEqualTo("c");
    }

    @Test // QUORUM-7
    void highestRankedMemberTakesOverInMillisecondsAfterReleaseWithoutSuccessor() {
        group.handle("c", new NodeEvent.Release(E, 1, ""));
        group.deliver();
        assertThat(group.runUntil(() -> !group.leader(E).isEmpty(), 1000)).isLessThan(20);
        assertThat(group.leader(E)).isEqualTo("b");
    }

    @Test // QUORUM-11
    void provenEndOfLeaderIsFollowedByElectionInMilliseconds() {
        group.kill("c");
        group.handle("a", new NodeEvent.PeerGone("c", 1, true));
        group.run(5);
        assertThat(group.leader(E)).isEmpty(); // Every voter needs its own evidence.
        group.handle("b", new NodeEvent.PeerGone("c", 1, true));
        assertThat(group.runUntil(() -> !group.leader(E).isEmpty(), 1000)).isLessThan(30);
    }

    @Test // QUORUM-11
    void deferredRequestIsAnsweredWhenPromiseEnds() {
        group.kill("c");
        group.handle("b", new NodeEvent.PeerGone("c", 1, true));
        group.run(100);
        assertThat(group.leader(E)).isEmpty();
        group.handle("a", new NodeEvent.PeerGone("c", 1, true));
        group.deliver();
        assertThat(group.leader(E)).isEqualTo("b"); // No time has passed, so no request was repeated.
    }

    @Test // QUORUM-11
    void candidateRetriesAtOnceAfterSplitVote() {
        group.kill("c");
        group.disconnected.add("a");
        for (String rival : new String[] {"a", "b"}) {
            String other = rival.equals("a") ? "b" : "a";
            group.handle(rival, new NodeEvent.PeerGone("c", 1, true));
            group.run(5);
            ElectionState state = group.state(rival, E);
            group.receive(rival, other, E, new PeerMessage.PreVoteGrant(2, other, state.round.number()));
            assertThat(group.state(rival, E).role()).isEqualTo(MemberRole.CANDIDATE);
        }
        group.disconnected.clear();
        group.receive("b", "a", E, new PeerMessage.Refusal(2, "a"));
        assertThat(group.state("b", E).role()).isEqualTo(MemberRole.FOLLOWER);
        assertThat(group.runUntil(() -> !group.leader(E).isEmpty(), 1000)).isLessThan(30);
        assertThat(group.leader(E)).isEqualTo("b");
    }

    @Test // QUORUM-11
    void reconnectedFollowerReceivesHeartbeatAtOnce() {
        group.kill("a");
        group.promises.remove("a");
        group.start("a");
        assertThat(group.state("a", E).leader(group.nanos)).isEmpty();
        group.handle("c", new NodeEvent.PeerLinked("a"));
        group.deliver();
        assertThat(group.state("a", E).leader(group.nanos)).isEqualTo("c");
    }

    @Test
    void onlyProvenEndOfThatProcessIsEvidence() { // QUORUM-7
        for (String peer : new String[] {"a", "b"}) {
            group.handle(peer, new NodeEvent.PeerGone("c", 1, false));
            group.handle(peer, new NodeEvent.PeerGone("c", 0, true));
            group.handle(peer, new NodeEvent.PeerGone("c", 2, true));
        }
        group.run(3000);
        assertThat(group.leader(E)).isEqualTo("c");
        assertThat(group.term("a", E)).isEqualTo(1);
    }

    @Test // QUORUM-4, QUORUM-7
    void anotherProcessOfTheLeaderNeitherFreesNorInheritsItsPromise() {
        ConfigId config = group.node("a").membership().id();
        PeerMessage request = new PeerMessage.RequestVote(9, "c", 1, 0);
        group.handle("a", new NodeEvent.Received(new Envelope("c", "a", E, 5, config, request)));
        PeerMessage beat = new PeerMessage.Heartbeat(9, "c", 0, Long.MAX_VALUE);
        group.handle("a", new NodeEvent.Received(new Envelope("c", "a", E, 5, config, beat)));
        assertThat(group.votes.get("a")).isNotNull().doesNotContainEntry(E, new Vote(9, "c"));
        assertThat(group.state("a", E).promise().incarnation()).isEqualTo(1);
        assertThat(group.term("a", E)).isEqualTo(1);
    }

    @Test // QUORUM-7
    void promiseLastsForLongestAnnouncedLeaseAndIsNeverShortened() {
        Duration longer = Duration.ofSeconds(30);
        group.handle("a", new NodeEvent.PeerTiming("b", new AnnouncedTiming(Duration.ofSeconds(1), longer)));
        group.run(1100);
        long until = group.state("a", E).promise().until();
        assertThat(until - group.nanos).isBetween(longer.toNanos() - 1_200 * TestGroup.MILLI, longer.toNanos());
        group.handle(
                "a", new NodeEvent.PeerTiming("b", new AnnouncedTiming(Duration.ofSeconds(1), Duration.ofSeconds(10))));
        group.run(1100);
        assertThat(group.state("a", E).promise().until()).isEqualTo(until);
    }

    @Test // QUORUM-7
    void leaderCountsOnShortestAnnouncedLease() {
        Duration shorter = Duration.ofSeconds(4);
        group.handle("c", new NodeEvent.PeerTiming("a", new AnnouncedTiming(Duration.ofSeconds(1), shorter)));
        group.effects.clear();
        group.run(8000); // The longer lease, which followers promised before, ends first.
        assertThat(group.effects(NodeEffect.Lead.class))
                .isNotEmpty()
                .allSatisfy(lead -> assertThat(lead.nanos()).isLessThan(shorter.toNanos()));

        long round = group.state("c", E).lease.lastRound();
        group.effects.clear();
        group.handle(
                "c", new NodeEvent.PeerTiming("a", new AnnouncedTiming(Duration.ofSeconds(1), Duration.ofSeconds(10))));
        group.receive("c", "a", E, new PeerMessage.HeartbeatAck(1, "a", round));
        assertThat(group.effects(NodeEffect.Lead.class)).isEmpty(); // That promise was shorter.
        group.run(1100);
        assertThat(group.effects(NodeEffect.Lead.class))
                .anySatisfy(lead -> assertThat(lead.nanos()).isGreaterThan(shorter.toNanos()));
    }

    @Test // QUORUM-7
    void promiseSurvivesRestartOfFollower() {
        group.kill("c");
        group.kill("b");
        group.start("b");
        group.campaign(E, "b");
        group.run(8000);
        assertThat(group.leader(E)).isEmpty();
        group.runUntil(() -> !group.leader(E).isEmpty(), 3000);
    }

    @Test // QUORUM-7
    void memberDoesNotVoteWhenItsDiskIsFull() {
        group.handle("c", new NodeEvent.Withdraw(E));
        group.deliver();
        group.kill("b");
        group.kill("c");
        MemberNode node = group.node("a");
        NodeEvent request = new NodeEvent.Received(
                new Envelope("b", "a", E, 1, node.membership().id(), new PeerMessage.RequestVote(9, "b", 1, 0)));
        assertThat(node.handle(request, group.now())).contains(new NodeEffect.Persist(E, new Vote(9, "b")));
        assertThat(node.handle(new NodeEvent.PersistFailed(E, new Vote(9, "b"), "full"), group.now()))
                .noneMatch(NodeEffect.Send.class::isInstance);
        assertThat(node.handle(request, group.now())).contains(new NodeEffect.Persist(E, new Vote(9, "b")));
        assertThat(node.handle(new NodeEvent.Persisted(E, new Vote(9, "b")), group.now()))
                .anyMatch(NodeEffect.Send.class::isInstance);
    }

    @Test // API-10
    void unsafeTimingIsRefused() {
        assertThatThrownBy(() -> QuorumTiming.of(Duration.ofSeconds(1), Duration.ofSeconds(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 * heartbeatEvery < lease * (1 - drift) / (1 + drift) - margin")
                .hasMessageContaining("3000 ms against 2969 ms");
        assertThatThrownBy(() -> QuorumTiming.seed().withDrift(0.9)).hasMessageContaining("between 0 and 0.2");
        assertThat(QuorumTiming.seed().leaderLease()).isEqualTo(Duration.ofNanos(9_899_497_512L));
    }

    @Test
    void failedAssertionThrowsProtocolViolation() {
        MemberNode leader = group.node("c");
        NodeEvent impossible = new NodeEvent.Received(
                new Envelope("a", "c", E, 1, leader.membership().id(), new PeerMessage.Heartbeat(1, "a", 0, 1)));
        assertThatThrownBy(() -> leader.handle(impossible, group.now()))
                .isInstanceOf(ProtocolViolation.class)
                .hasMessageContaining("another member leads the same term");
    }
}
