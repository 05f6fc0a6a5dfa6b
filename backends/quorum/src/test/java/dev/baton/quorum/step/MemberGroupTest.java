package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of members, and the disks behind the names. */
class MemberGroupTest {
    private static final String E = "nightly";

    private final Table table = new Table(QuorumTiming.seed(), "a", "b", "c");

    private void join(String name, List<String> founding) {
        table.groups.put(name, GroupRecord.fresh(Membership.founding(founding), 99));
        table.start(name);
        table.run(200);
    }

    @Test // QUORUM-11
    void aNewGroupHasALeaderAsSoonAsItsMembersReachEachOther() {
        List<String> names = List.of("a", "b", "c");
        for (String name : names) {
            table.kill(name);
            table.groups.put(name, GroupRecord.fresh(Membership.founding(names), name.hashCode() + 9));
            table.votes.clear();
        }
        table.unheard.addAll(names);
        names.forEach(table::start);
        table.stand(E, "a", "b", "c");
        table.run(400);
        assertThat(table.active(E)).isEmpty();
        table.unheard.clear();
        for (String name : names) {
            names.forEach(peer -> table.feed(name, new NodeEvent.PeerLinked(peer)));
        }
        table.deliver();
        assertThat(table.runUntil(() -> !table.active(E).isEmpty(), 1000)).isLessThan(10);
    }

    private NodeEffect.Changed change(String by, NodeEvent event) {
        table.seen.clear();
        table.feed(by, event);
        table.runUntil(() -> !table.effects(NodeEffect.Changed.class).isEmpty(), 60_000);
        return table.effects(NodeEffect.Changed.class).get(0);
    }

    private List<String> members(String name) {
        return table.node(name).membership().members().stream().map(Voter::id).toList();
    }

    @Test // QUORUM-7
    void aMemberIsAddedAndRemovedWhileTheLeaderLeads() {
        table.stand(E, "a", "b", "c");
        table.runUntil(() -> table.active(E).equals("c"), 1000);
        join("d", List.of("a", "b", "c", "d"));
        assertThat(table.node("d").isEnrolled()).isFalse();

        assertThat(change("a", new NodeEvent.AddMember("d")).done()).isTrue();
        table.run(2000);
        assertThat(members("d")).isEqualTo(members("a")).containsExactly("a", "b", "c", "d");
        assertThat(table.node("d").isEnrolled()).isTrue();

        assertThat(change("c", new NodeEvent.RemoveMember("a")).done()).isTrue();
        table.run(2000);
        assertThat(members("c")).containsExactly("b", "c", "d");
        assertThat(table.node("a").isEnrolled()).isFalse();
        assertThat(table.active(E)).isEqualTo("c");
        assertThat(table.effects(NodeEffect.Ended.class))
                .noneMatch(ended -> ended.election().equals(E));
    }

    @Test // QUORUM-7
    void aMemberThatLostItsDiskDoesNotVoteUntilItIsReplaced() {
        table.kill("b");
        table.votes.remove("b");
        table.promises.remove("b");
        join("b", List.of("a", "b", "c"));
        assertThat(table.node("b").isEnrolled()).isFalse();
        assertThat(table.effects(NodeEffect.Warn.class))
                .anySatisfy(warning -> assertThat(warning.what())
                        .contains("known to", "another disk", "baton quorum remove b", "baton quorum add b"));

        assertThat(change("a", new NodeEvent.RemoveMember("b")).done()).isTrue();
        table.run(2000);
        assertThat(change("a", new NodeEvent.AddMember("b")).done()).isTrue();
        table.run(2000);
        assertThat(table.node("b").isEnrolled()).isTrue();
        table.kill("c");
        table.stand(E, "a", "b");
        table.runUntil(() -> !table.active(E).isEmpty(), 2000);
    }

    @Test // QUORUM-4
    void aSecondProcessUnderTheSameNameIsRefused() {
        MemberNode twin = new MemberNode(
                QuorumTiming.seed(),
                new MemberStart("b", 1, 0, 1),
                SavedState.fresh(Membership.founding(List.of("a", "b", "c")), 12345),
                table.moment());
        List<NodeEffect> effects = twin.handle(
                new NodeEvent.Received(new Envelope(
                        "a",
                        "b",
                        MemberNode.GROUP,
                        1,
                        twin.membership().id(),
                        new PeerMessage.Registered("a", "b".hashCode()))),
                table.moment());
        assertThat(effects).anyMatch(NodeEffect.Warn.class::isInstance);
        assertThat(twin.isEnrolled()).isFalse();
    }

    @Test // QUORUM-3
    void membersThatWereStartedWithDifferentListsDoNotHearEachOther() {
        join("d", List.of("a", "b", "c", "d"));
        table.stand(E, "d");
        table.run(3000);
        assertThat(table.active(E)).isEmpty();
    }

    @Test // QUORUM-7
    void aWishThatCannotBeRightIsRefusedAtOnce() {
        assertThat(change("a", new NodeEvent.AddMember("b")).what()).contains("a member already");
        assertThat(change("a", new NodeEvent.AddMember("z")).what()).contains("has not introduced itself");
        assertThat(change("a", new NodeEvent.RemoveMember("z")).what()).contains("is no member");
        assertThat(change("a", new NodeEvent.RemoveMember("a")).what()).contains("does not remove itself");
    }

    @Test // QUORUM-12
    void aMessageUnderAnotherNameOrForAnotherMemberIsNotHeard() {
        ConfigId config = table.node("a").membership().id();
        PeerMessage request = new PeerMessage.RequestVote(3, "b", 1, 0);
        table.sent.clear();
        table.feed("a", new NodeEvent.Received(new Envelope("c", "a", E, 1, config, request)));
        table.feed("a", new NodeEvent.Received(new Envelope("b", "c", E, 1, config, request)));
        table.feed(
                "a",
                new NodeEvent.Received(
                        new Envelope("z", "a", E, 1, config, new PeerMessage.RequestVote(3, "z", 1, 0))));
        assertThat(table.sent).isEmpty();
        assertThat(table.term("a", E)).isZero();
    }
}
