package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ElectionTest {
    private static final String E = "nightly";

    private final TestGroup group = new TestGroup(QuorumTiming.seed(), "a", "b", "c", "d", "e");

    @Test // QUORUM-1 QUORUM-11
    void fiveMembersElectLeaderWithinOneSecond() {
        group.campaign(E, "a", "b", "c", "d", "e");
        long took = group.runUntil(() -> !group.leader(E).isEmpty(), 1000);
        assertThat(took).isGreaterThanOrEqualTo(100).isLessThan(350);
        assertThat(group.leader(E)).isEqualTo("e"); // The highest name wins among equal priorities.
    }

    @Test // QUORUM-1
    void leaderSendsHeartbeatsEverySecondAndFollowersWaitForLeaseToExpire() {
        group.campaign(E, "a", "b", "c", "d", "e");
        group.runUntil(() -> group.leader(E).equals("e"), 1000);
        group.run(1000);
        group.sent.clear();
        group.run(10_000);
        assertThat(group.sent.stream().filter(each -> each.message() instanceof PeerMessage.Heartbeat))
                .hasSize(40);
        group.kill("e");
        group.run(8_500);
        assertThat(group.leader(E)).isEmpty();
        group.runUntil(() -> !group.leader(E).isEmpty(), 2_500);
        assertThat(group.leader(E)).isEqualTo("d");
    }

    @Test // QUORUM-2
    void messagesHaveFieldsOfProtocol() {
        group.campaign(E, "e");
        group.runUntil(() -> group.leader(E).equals("e"), 1000);
        List<PeerMessage> messages = group.sent.stream().map(Envelope::message).toList();
        assertThat(messages)
                .anySatisfy(message -> assertThat(message)
                        .isInstanceOfSatisfying(PeerMessage.RequestVote.class, request -> {
                            assertThat(request.term()).isEqualTo(1);
                            assertThat(request.sender()).isEqualTo("e");
                            assertThat(request.uptime()).isPositive();
                        }));
        assertThat(messages).contains(new PeerMessage.VoteGrant(1, "a"));
        assertThat(messages)
                .anySatisfy(message -> assertThat(message).isInstanceOfSatisfying(PeerMessage.Heartbeat.class, beat -> {
                    assertThat(beat.sender()).isEqualTo("e");
                    assertThat(beat.timestamp()).isEqualTo(group.nanos / TestGroup.MILLI);
                }));
        assertThat(group.state("e", E).role().publicName()).isEqualTo("leader");
        assertThat(group.state("a", E).role().publicName()).isEqualTo("follower");
    }

    @Test // QUORUM-3 QUORUM-6
    void minorityElectsNoLeaderAndLaterFollowsMajority() {
        group.kill("c");
        group.kill("d");
        group.kill("e");
        group.campaign(E, "a", "b");
        group.run(30_000);
        assertThat(group.leader(E)).isEmpty();
        assertThat(group.votes).isEmpty(); // A pre-vote does not use up a term.
        group.start("c");
        group.campaign(E, "c");
        group.runUntil(() -> !group.leader(E).isEmpty(), 3_000);
        group.run(2_000);
        assertThat(group.term("a", E)).isEqualTo(group.term("c", E)).isPositive();
    }

    @Test // QUORUM-4
    void memberVotesOnceInTermEvenAfterRestart() {
        request("a", "b", 7);
        assertThat(granted()).containsExactly("b");
        request("a", "c", 7);
        request("a", "b", 7);
        group.kill("a");
        group.start("a");
        request("a", "c", 7);
        assertThat(granted()).containsExactly("b", "b");
        request("a", "c", 8);
        assertThat(granted()).containsExactly("b", "b", "c");
        request("a", "b", 7);
        assertThat(group.term("a", E)).isEqualTo(8); // QUORUM-5
    }

    @Test // QUORUM-4
    void higherPriorityWinsOverHigherName() {
        for (String name : List.of("b", "c", "d", "e")) {
            group.handle(name, new NodeEvent.Campaign(E, 0, 0, false));
        }
        group.handle("a", new NodeEvent.Campaign(E, 5, 0, false));
        group.runUntil(() -> !group.leader(E).isEmpty(), 1000);
        assertThat(group.leader(E)).isEqualTo("a");
    }

    @Test // QUORUM-5
    void leaderStepsDownOnHeartbeatOfHigherTerm() {
        group.campaign(E, "e");
        group.runUntil(() -> group.leader(E).equals("e"), 1000);
        group.receive("e", "a", E, new PeerMessage.Heartbeat(9, "a", 0, 1));
        assertThat(group.effects(NodeEffect.SteppedDown.class))
                .containsExactly(new NodeEffect.SteppedDown(E, 1, StepDownCause.HIGHER_TERM));
        assertThat(group.term("e", E)).isEqualTo(9);
    }

    @Test // QUORUM-7
    void disconnectedLeaderStepsDownBeforePromisesOfItsFollowersEnd() {
        group.campaign(E, "a", "b", "c", "d", "e");
        group.runUntil(() -> group.leader(E).equals("e"), 1000);
        group.run(3000);
        group.disconnected.add("e");
        long took = group.runUntil(
                () -> !group.effects(NodeEffect.SteppedDown.class).isEmpty(), 11_000);
        assertThat(took).isLessThanOrEqualTo(QuorumTiming.seed().leaderLease().toMillis());
        assertThat(group.leader(E)).isEmpty();
        group.runUntil(() -> group.leader(E).equals("d"), 2_500);
        group.disconnected.clear();
        group.run(3000);
        assertThat(group.state("e", E).leader(group.nanos)).isEqualTo("d"); // QUORUM-6
    }

    @Test // QUORUM-13
    void electionsOfGroupAreIndependentAndSendHeartbeatsTogether() {
        group.campaign("one", "a");
        group.campaign("two", "b");
        group.run(1000);
        assertThat(group.leader("one")).isEqualTo("a");
        assertThat(group.leader("two")).isEqualTo("b");
        group.campaign("three", "a");
        group.run(1000);
        group.handle("b", new NodeEvent.Release("two", group.term("b", "two"), ""));
        group.campaign("two", "c");
        group.run(1000);
        assertThat(group.leader("one")).isEqualTo("a");
        assertThat(group.leader("two")).isEqualTo("c");
        assertThat(group.term("c", "two")).isEqualTo(2);
        assertThat(group.term("c", "one")).isEqualTo(1);

        group.sent.clear();
        long due = group.runUntil(() -> !group.sent.isEmpty(), 1100);
        assertThat(due).isPositive();
        assertThat(group.sent.stream()
                        .filter(each -> each.from().equals("a") && each.to().equals("e"))
                        .map(Envelope::election))
                .contains("one", "three"); // In one step, so that they fit into one frame.
    }

    @Test // FENCE-1
    void impossibleTermsOfPeerChangeNothing() {
        for (long term : new long[] {Vote.HIGHEST_TERM + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            for (PeerMessage message : List.of(
                    new PeerMessage.PreVote(term, "b", 1, 0, 1),
                    new PeerMessage.RequestVote(term, "b", 1, 0),
                    new PeerMessage.Refusal(term, "b"),
                    new PeerMessage.Heartbeat(term, "b", 0, 1),
                    new PeerMessage.Resign(term, "b", false),
                    new PeerMessage.TimeoutNow(term, "b"),
                    new PeerMessage.MembersAck(0, 0, "b", term),
                    new PeerMessage.Members(
                            new Membership(
                                    1, 1, term, group.node("a").membership().members()),
                            "b"))) {
                group.sent.clear();
                group.receive("a", "b", E, message);
                assertThat(group.sent).as("answers to %s", message).isEmpty();
            }
        }
        assertThat(group.term("a", E)).isZero();
        assertThat(group.node("a").membership().floor()).isZero();
        assertThat(group.effects(NodeEffect.Warn.class))
                .singleElement()
                .satisfies(warning -> assertThat(warning.what()).contains("member b", "" + (Vote.HIGHEST_TERM + 1)));
        group.campaign(E, "a");
        group.runUntil(() -> group.leader(E).equals("a"), 1000);
        assertThat(group.term("a", E)).isEqualTo(1);
    }

    @Test // FENCE-1
    void memberWithoutTermLeftDoesNotCampaignAndStillVotesElsewhere() {
        group.votes.put("a", new HashMap<>(Map.of(E, new Vote(Vote.HIGHEST_TERM, ""))));
        group.kill("a");
        group.start("a");
        group.campaign(E, "a");
        group.run(5_000);
        group.receive("a", "b", E, new PeerMessage.TimeoutNow(Vote.HIGHEST_TERM, "b"));
        group.receive("a", "b", E, new PeerMessage.PreVote(1, "b", 1, -1, 1)); // A rival of a lower rank.
        group.run(5_000);
        assertThat(group.state("a", E).role()).isEqualTo(MemberRole.FOLLOWER);
        assertThat(group.term("a", E)).isEqualTo(Vote.HIGHEST_TERM);
        assertThat(group.node("a").hasTermAbove(E, 0)).isFalse();
        group.campaign("other", "b");
        group.runUntil(() -> group.leader("other").equals("b"), 1000);
    }

    @Test // FENCE-1
    void highestTermIsUsedAndNoneAfterIt() {
        group.handle("a", new NodeEvent.Campaign(E, 0, Long.MAX_VALUE - 1, false));
        group.handle("a", new NodeEvent.Campaign(E, 0, Vote.HIGHEST_TERM, false));
        group.run(2_000);
        assertThat(group.term("a", E))
                .as("a floor that leaves no term is ignored")
                .isZero();
        group.handle("a", new NodeEvent.Campaign(E, 0, Vote.HIGHEST_TERM - 1, false));
        group.runUntil(() -> group.leader(E).equals("a"), 1000);
        assertThat(group.term("a", E)).isEqualTo(Vote.HIGHEST_TERM);
        group.handle("a", new NodeEvent.Release(E, Vote.HIGHEST_TERM, ""));
        group.campaign(E, "a", "b");
        group.run(30_000);
        assertThat(group.leader(E)).isEmpty();
        assertThat(group.term("b", E)).isEqualTo(Vote.HIGHEST_TERM);
    }

    private void request(String to, String from, long term) {
        group.receive(to, from, E, new PeerMessage.RequestVote(term, from, 1, 0));
    }

    private List<String> granted() {
        return group.sent.stream()
                .filter(each -> each.message() instanceof PeerMessage.VoteGrant)
                .map(Envelope::to)
                .toList();
    }
}
