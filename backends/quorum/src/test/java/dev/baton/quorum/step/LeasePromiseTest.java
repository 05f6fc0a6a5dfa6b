package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What followers promise, and what frees them. */
class LeasePromiseTest {
    private static final String E = "nightly";

    private final Table table = new Table(QuorumTiming.seed(), "a", "b", "c");

    @BeforeEach
    void aLeaderIsThere() {
        table.stand(E, "a", "b", "c");
        table.runUntil(() -> table.active(E).equals("c"), 1000);
        table.run(1500);
    }

    @Test // QUORUM-7
    void aTransferTakesOneRoundAndGivesUpTheLeaseFirst() {
        table.seen.clear();
        table.feed("c", new NodeEvent.Release(E, 1, "a"));
        table.deliver();
        assertThat(table.active(E)).isEqualTo("a");
        assertThat(table.seen.get(0)).isEqualTo(new NodeEffect.Ended(E, 1, StepDownCause.RESIGNED));
        assertThat(table.term("a", E)).isEqualTo(2);
    }

    @Test
    void aReleaseOfAnEarlierTermChangesNothing() {
        table.feed("c", new NodeEvent.Release(E, 0, ""));
        assertThat(table.active(E)).isEqualTo("c");
    }

    @Test // QUORUM-7
    void withoutASuccessorTheHighestRankedTakesOverInMilliseconds() {
        table.feed("c", new NodeEvent.Release(E, 1, ""));
        table.deliver();
        assertThat(table.runUntil(() -> !table.active(E).isEmpty(), 1000)).isLessThan(20);
        assertThat(table.active(E)).isEqualTo("b");
    }

    @Test // QUORUM-11
    void aDeathThatIsProvedIsSucceededInMilliseconds() {
        table.kill("c");
        table.feed("a", new NodeEvent.PeerGone("c", 1, true));
        table.run(5);
        assertThat(table.active(E)).isEmpty(); // Each voter needs to see it for itself.
        table.feed("b", new NodeEvent.PeerGone("c", 1, true));
        assertThat(table.runUntil(() -> !table.active(E).isEmpty(), 1000)).isLessThan(30);
    }

    @Test // QUORUM-11
    void whoeverAskedBeforeAVoterWasFreeIsAnsweredWhenItIs() {
        table.kill("c");
        table.feed("b", new NodeEvent.PeerGone("c", 1, true));
        table.run(100);
        assertThat(table.active(E)).isEmpty();
        table.feed("a", new NodeEvent.PeerGone("c", 1, true));
        table.deliver();
        assertThat(table.active(E)).isEqualTo("b"); // No time has passed: nobody had to ask again.
    }

    @Test // QUORUM-11
    void aSplitVoteIsNotWaitedFor() {
        table.kill("c");
        table.unheard.add("a");
        for (String rival : new String[] {"a", "b"}) {
            String other = rival.equals("a") ? "b" : "a";
            table.feed(rival, new NodeEvent.PeerGone("c", 1, true));
            table.run(5);
            ElectionState seat = table.node(rival).seat(E);
            tell(rival, other, new PeerMessage.PreVoteGrant(2, other, seat.round));
            assertThat(seat(rival).role()).isEqualTo(MemberRole.CANDIDATE);
        }
        table.unheard.clear();
        tell("b", "a", new PeerMessage.Refusal(2, "a"));
        assertThat(seat("b").role()).isEqualTo(MemberRole.FOLLOWER);
        assertThat(table.runUntil(() -> !table.active(E).isEmpty(), 1000)).isLessThan(30);
        assertThat(table.active(E)).isEqualTo("b");
    }

    @Test // QUORUM-11
    void aFollowerThatCanBeReachedAgainHearsOfTheLeaderAtOnce() {
        table.kill("a");
        table.promises.remove("a");
        table.start("a");
        assertThat(seat("a").leader(table.nanos)).isEmpty();
        table.feed("c", new NodeEvent.PeerLinked("a"));
        table.deliver();
        assertThat(seat("a").leader(table.nanos)).isEqualTo("c");
    }

    private ElectionState seat(String name) {
        return table.node(name).seat(E);
    }

    private void tell(String to, String from, PeerMessage message) {
        ConfigId config = table.node(to).membership().id();
        table.feed(to, new NodeEvent.Received(new Envelope(from, to, E, 1, config, message)));
    }

    @Test
    void aClosedConnectionProvesNothingBeyondLoopback() {
        for (String peer : new String[] {"a", "b"}) {
            table.feed(peer, new NodeEvent.PeerGone("c", 1, false));
            table.feed(peer, new NodeEvent.PeerGone("c", 0, true));
        }
        table.run(3000);
        assertThat(table.active(E)).isEqualTo("c");
        assertThat(table.term("a", E)).isEqualTo(1);
    }

    @Test // QUORUM-7
    void aPromiseOutlivesTheProcessThatGaveIt() {
        table.kill("c");
        table.kill("b");
        table.start("b");
        table.stand(E, "b");
        table.run(8000);
        assertThat(table.active(E)).isEmpty();
        table.runUntil(() -> !table.active(E).isEmpty(), 3000);
    }

    @Test // QUORUM-7
    void aFullDiskElectsNobody() {
        table.feed("c", new NodeEvent.Withdraw(E));
        table.deliver();
        table.kill("b");
        table.kill("c");
        MemberNode node = table.node("a");
        NodeEvent ask = new NodeEvent.Received(
                new Envelope("b", "a", E, 1, node.membership().id(), new PeerMessage.RequestVote(9, "b", 1, 0)));
        assertThat(node.handle(ask, table.moment())).contains(new NodeEffect.Persist(E, new Vote(9, "b")));
        assertThat(node.handle(new NodeEvent.PersistFailed(E, new Vote(9, "b"), "full"), table.moment()))
                .noneMatch(NodeEffect.Send.class::isInstance);
        assertThat(node.handle(ask, table.moment())).contains(new NodeEffect.Persist(E, new Vote(9, "b")));
        assertThat(node.handle(new NodeEvent.Persisted(E, new Vote(9, "b")), table.moment()))
                .anyMatch(NodeEffect.Send.class::isInstance);
    }

    @Test // API-10
    void timingThatCannotBeSafeIsRefused() {
        assertThatThrownBy(() -> QuorumTiming.of(Duration.ofSeconds(1), Duration.ofSeconds(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 * heartbeatEvery < lease * (1 - drift) / (1 + drift) - margin")
                .hasMessageContaining("3000 ms against 2969 ms");
        assertThatThrownBy(() -> QuorumTiming.seed().drifting(0.9)).hasMessageContaining("between 0 and 0.2");
        assertThat(QuorumTiming.seed().leaderLease()).isEqualTo(Duration.ofNanos(9_899_497_512L));
    }

    @Test
    void aViolatedAssertionStopsTheNodeLoudly() {
        MemberNode leader = table.node("c");
        NodeEvent impossible = new NodeEvent.Received(
                new Envelope("a", "c", E, 1, leader.membership().id(), new PeerMessage.Heartbeat(1, "a", 0, 1)));
        assertThatThrownBy(() -> leader.handle(impossible, table.moment()))
                .isInstanceOf(ProtocolViolation.class)
                .hasMessageContaining("somebody else leads the same term");
    }
}
