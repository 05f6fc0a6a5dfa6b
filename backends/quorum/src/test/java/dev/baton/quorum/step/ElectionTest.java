package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ElectionTest {
    private static final String E = "nightly";

    private final Table table = new Table(QuorumTiming.seed(), "a", "b", "c", "d", "e");

    @Test // QUORUM-1 QUORUM-11
    void fiveMembersFindALeaderWithinASecond() {
        table.stand(E, "a", "b", "c", "d", "e");
        long took = table.runUntil(() -> !table.active(E).isEmpty(), 1000);
        assertThat(took).isGreaterThanOrEqualTo(100).isLessThan(350);
        assertThat(table.active(E)).isEqualTo("e"); // Nobody yields to a lower name.
    }

    @Test // QUORUM-1
    void heartbeatsGoEverySecondAndAFollowerWaitsForTheLease() {
        table.stand(E, "a", "b", "c", "d", "e");
        table.runUntil(() -> table.active(E).equals("e"), 1000);
        table.run(1000);
        table.sent.clear();
        table.run(10_000);
        assertThat(table.sent.stream().filter(each -> each.message() instanceof PeerMessage.Heartbeat))
                .hasSize(40);
        table.kill("e");
        table.run(8_500);
        assertThat(table.active(E)).isEmpty();
        table.runUntil(() -> !table.active(E).isEmpty(), 2_500);
        assertThat(table.active(E)).isEqualTo("d");
    }

    @Test // QUORUM-2
    void messagesCarryTheFieldsOfTheProtocol() {
        table.stand(E, "e");
        table.runUntil(() -> table.active(E).equals("e"), 1000);
        List<PeerMessage> messages = table.sent.stream().map(Envelope::message).toList();
        assertThat(messages)
                .anySatisfy(message -> assertThat(message)
                        .isInstanceOfSatisfying(PeerMessage.RequestVote.class, request -> {
                            assertThat(request.term()).isEqualTo(1);
                            assertThat(request.candidateId()).isEqualTo("e");
                            assertThat(request.candidateUptime()).isPositive();
                        }));
        assertThat(messages).contains(new PeerMessage.VoteGrant(1, "a"));
        assertThat(messages)
                .anySatisfy(message -> assertThat(message).isInstanceOfSatisfying(PeerMessage.Heartbeat.class, beat -> {
                    assertThat(beat.leaderId()).isEqualTo("e");
                    assertThat(beat.timestamp()).isEqualTo(table.nanos / Table.MILLI);
                }));
        assertThat(table.node("e").seat(E).role().word()).isEqualTo("leader");
        assertThat(table.node("a").seat(E).role().word()).isEqualTo("follower");
    }

    @Test // QUORUM-3 QUORUM-6
    void aMinorityElectsNobodyAndFollowsTheMajorityAfterwards() {
        table.kill("c");
        table.kill("d");
        table.kill("e");
        table.stand(E, "a", "b");
        table.run(30_000);
        assertThat(table.active(E)).isEmpty();
        assertThat(table.votes).isEmpty(); // Asking first costs no term.
        table.start("c");
        table.stand(E, "c");
        table.runUntil(() -> !table.active(E).isEmpty(), 3_000);
        table.run(2_000);
        assertThat(table.term("a", E)).isEqualTo(table.term("c", E)).isPositive();
    }

    @Test // QUORUM-4
    void aVoteIsGivenOnceInATermAlsoAfterARestart() {
        request("a", "b", 7);
        assertThat(granted()).containsExactly("b");
        request("a", "c", 7);
        request("a", "b", 7);
        table.kill("a");
        table.start("a");
        request("a", "c", 7);
        assertThat(granted()).containsExactly("b", "b");
        request("a", "c", 8);
        assertThat(granted()).containsExactly("b", "b", "c");
        request("a", "b", 7);
        assertThat(table.term("a", E)).isEqualTo(8); // QUORUM-5
    }

    @Test // QUORUM-4
    void aHigherPriorityLeadsBeforeAHigherName() {
        for (String name : List.of("b", "c", "d", "e")) {
            table.feed(name, new NodeEvent.Stand(E, 0, 0));
        }
        table.feed("a", new NodeEvent.Stand(E, 5, 0));
        table.runUntil(() -> !table.active(E).isEmpty(), 1000);
        assertThat(table.active(E)).isEqualTo("a");
    }

    @Test // QUORUM-5
    void aHigherTermMakesALeaderStepDown() {
        table.stand(E, "e");
        table.runUntil(() -> table.active(E).equals("e"), 1000);
        tell("e", "a", new PeerMessage.Heartbeat(9, "a", 0, 1));
        assertThat(table.effects(NodeEffect.Ended.class))
                .containsExactly(new NodeEffect.Ended(E, 1, StepDownCause.HIGHER_TERM));
        assertThat(table.term("e", E)).isEqualTo(9);
    }

    @Test // QUORUM-7
    void aLeaderThatIsNotAnsweredStepsDownBeforeItsFollowersAreFree() {
        table.stand(E, "a", "b", "c", "d", "e");
        table.runUntil(() -> table.active(E).equals("e"), 1000);
        table.run(3000);
        table.unheard.add("e");
        long took = table.runUntil(() -> !table.effects(NodeEffect.Ended.class).isEmpty(), 11_000);
        assertThat(took).isLessThanOrEqualTo(QuorumTiming.seed().leaderLease().toMillis());
        assertThat(table.active(E)).isEmpty();
        table.runUntil(() -> table.active(E).equals("d"), 2_500);
        table.unheard.clear();
        table.run(3000);
        assertThat(table.node("e").seat(E).leader(table.nanos)).isEqualTo("d"); // QUORUM-6
    }

    @Test // QUORUM-13
    void electionsOfOneGroupAreIndependentAndBeatTogether() {
        table.stand("one", "a");
        table.stand("two", "b");
        table.run(1000);
        assertThat(table.active("one")).isEqualTo("a");
        assertThat(table.active("two")).isEqualTo("b");
        table.stand("three", "a");
        table.run(1000);
        table.feed("b", new NodeEvent.Release("two", table.term("b", "two"), ""));
        table.stand("two", "c");
        table.run(1000);
        assertThat(table.active("one")).isEqualTo("a");
        assertThat(table.active("two")).isEqualTo("c");
        assertThat(table.term("c", "two")).isEqualTo(2);
        assertThat(table.term("c", "one")).isEqualTo(1);

        table.sent.clear();
        long due = table.runUntil(() -> !table.sent.isEmpty(), 1100);
        assertThat(due).isPositive();
        assertThat(table.sent.stream()
                        .filter(each -> each.from().equals("a") && each.to().equals("e"))
                        .map(Envelope::election))
                .contains("one", "three"); // In one turn, so that they fit one frame.
    }

    private void request(String to, String from, long term) {
        tell(to, from, new PeerMessage.RequestVote(term, from, 1, 0));
    }

    private void tell(String to, String from, PeerMessage message) {
        ConfigId config = table.node(to).membership().id();
        table.feed(to, new NodeEvent.Received(new Envelope(from, to, E, 1, config, message)));
    }

    private List<String> granted() {
        return table.sent.stream()
                .filter(each -> each.message() instanceof PeerMessage.VoteGrant)
                .map(Envelope::to)
                .toList();
    }
}
