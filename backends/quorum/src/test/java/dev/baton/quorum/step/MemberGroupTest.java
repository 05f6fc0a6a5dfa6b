package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Changes of the membership, and the enrolment of disks. */
class MemberGroupTest {
    private static final String E = "nightly";

    private final TestGroup group = new TestGroup(QuorumTiming.seed(), "a", "b", "c");

    private void join(String name, List<String> founding) {
        group.records.put(name, GroupRecord.fresh(Membership.founding(founding), 99));
        group.start(name);
        group.run(200);
    }

    @Test // QUORUM-11
    void newGroupElectsLeaderAsSoonAsItsMembersAreConnected() {
        List<String> names = List.of("a", "b", "c");
        for (String name : names) {
            group.kill(name);
            group.records.put(name, GroupRecord.fresh(Membership.founding(names), name.hashCode() + 9));
            group.votes.clear();
        }
        group.disconnected.addAll(names);
        names.forEach(group::start);
        group.campaign(E, "a", "b", "c");
        group.run(400);
        assertThat(group.leader(E)).isEmpty();
        group.disconnected.clear();
        for (String name : names) {
            names.forEach(peer -> group.handle(name, new NodeEvent.PeerLinked(peer)));
        }
        group.deliver();
        assertThat(group.runUntil(() -> !group.leader(E).isEmpty(), 1000)).isLessThan(10);
    }

    private NodeEffect.MembershipChanged change(String by, NodeEvent event) {
        group.effects.clear();
        group.handle(by, event);
        group.runUntil(() -> !group.effects(NodeEffect.MembershipChanged.class).isEmpty(), 60_000);
        return group.effects(NodeEffect.MembershipChanged.class).get(0);
    }

    private List<String> members(String name) {
        return group.node(name).membership().members().stream().map(Voter::id).toList();
    }

    @Test // QUORUM-7
    void membersAreAddedAndRemovedWithoutLossOfLeader() {
        group.campaign(E, "a", "b", "c");
        group.runUntil(() -> group.leader(E).equals("c"), 1000);
        join("d", List.of("a", "b", "c", "d"));
        assertThat(group.node("d").isEnrolled()).isFalse();

        assertThat(change("a", new NodeEvent.ChangeMembers(true, "d")).done()).isTrue();
        group.run(2000);
        assertThat(members("d")).isEqualTo(members("a")).containsExactly("a", "b", "c", "d");
        assertThat(group.node("d").isEnrolled()).isTrue();

        assertThat(change("c", new NodeEvent.ChangeMembers(false, "a")).done()).isTrue();
        group.run(2000);
        assertThat(members("c")).containsExactly("b", "c", "d");
        assertThat(group.node("a").isEnrolled()).isFalse();
        assertThat(group.leader(E)).isEqualTo("c");
        assertThat(group.effects(NodeEffect.SteppedDown.class))
                .noneMatch(ended -> ended.election().equals(E));
    }

    @Test // QUORUM-7
    void memberWithLostDiskDoesNotVoteUntilReplaced() {
        group.kill("b");
        group.votes.remove("b");
        group.promises.remove("b");
        join("b", List.of("a", "b", "c"));
        assertThat(group.node("b").isEnrolled()).isFalse();
        assertThat(group.effects(NodeEffect.Warn.class))
                .anySatisfy(warning -> assertThat(warning.what())
                        .contains("does not vote", "another disk", "baton quorum remove b", "baton quorum add b"));

        assertThat(change("a", new NodeEvent.ChangeMembers(false, "b")).done()).isTrue();
        group.run(2000);
        assertThat(change("a", new NodeEvent.ChangeMembers(true, "b")).done()).isTrue();
        group.run(2000);
        assertThat(group.node("b").isEnrolled()).isTrue();
        group.kill("c");
        group.campaign(E, "a", "b");
        group.runUntil(() -> !group.leader(E).isEmpty(), 2000);
    }

    @Test // QUORUM-4
    void secondProcessWithSameNameIsNotEnrolled() {
        MemberNode twin = new MemberNode(
                QuorumTiming.seed(),
                new MemberStart("b", 1, 0, 1),
                new SavedState(
                        GroupRecord.fresh(Membership.founding(List.of("a", "b", "c")), 12345), Map.of(), Map.of()),
                group.now());
        List<NodeEffect> effects = twin.handle(
                new NodeEvent.Received(new Envelope(
                        "a",
                        "b",
                        MemberNode.GROUP,
                        1,
                        twin.membership().id(),
                        new PeerMessage.Registered("a", "b".hashCode()))),
                group.now());
        assertThat(effects).anyMatch(NodeEffect.Warn.class::isInstance);
        assertThat(twin.isEnrolled()).isFalse();
    }

    @Test // QUORUM-7
    void newDiskNeedsSoManyWitnessesThatLossOfMajorityOfDisksIsNoticed() {
        for (int members = 1; members <= Membership.MAX_MEMBERS; members++) {
            int others = members - 1;
            int needed = 0;
            while (!SafetyRules.SAFE.isRegistered(needed, members)) {
                needed++;
            }
            assertThat(needed).isLessThanOrEqualTo(others);
            // The member itself and half of the members are a majority of lost disks.
            int lostOthers = Math.min(others, members / 2);
            int shared = Math.max(0, 2 * needed - others);
            if (members > 2) {
                assertThat(shared)
                        .as("witnesses of both disks in a group of %d", members)
                        .isGreaterThan(lostOthers);
            }
        }
    }

    @Test // QUORUM-7
    void disksThatWereNeverEnrolledDoNotReplaceWitnesses() {
        TestGroup six = new TestGroup(QuorumTiming.seed(), "a", "b", "c", "d", "e", "f");
        assertThat(six.node("a").isEnrolled()).isTrue();
        Membership founding = six.node("a").membership();
        six.disconnected.addAll(List.of("c", "d"));
        for (String lost : List.of("a", "b")) {
            six.kill(lost);
            six.votes.remove(lost);
            six.records.put(lost, GroupRecord.fresh(founding, lost.hashCode() + 9));
        }
        for (String added : List.of("e", "f")) {
            six.kill(added);
            six.records.put(added, GroupRecord.fresh(founding, added.hashCode()));
        }
        List.of("a", "b", "e", "f").forEach(six::start);
        six.run(5000);
        assertThat(six.node("a").isEnrolled()).isFalse();
        assertThat(six.node("b").isEnrolled()).isFalse();
    }

    private void loseDisk(String name) {
        group.kill(name);
        group.votes.remove(name);
        group.promises.remove(name);
        group.records.put(name, GroupRecord.fresh(Membership.founding(List.of("a", "b", "c")), name.hashCode() + 9));
        group.start(name);
    }

    @Test // QUORUM-7: c has lost its disk, so it does not know that of b
    void removedMemberIsNoWitnessOfNewDisk() {
        loseDisk("c");
        group.run(2000);
        assertThat(change("a", new NodeEvent.ChangeMembers(false, "c")).done()).isTrue();
        group.run(2000);
        loseDisk("b");
        group.handle("b", new NodeEvent.PeerLinked("c"));
        group.run(5000);
        assertThat(members("b")).containsExactly("a", "b");
        assertThat(group.node("b").isEnrolled()).isFalse();
    }

    @Test // QUORUM-7: a was replaced, so it does not know the first disk of b
    void newDiskIsNotEnrolledByLaterMembers() {
        GroupRecord record = group.records.getOrDefault("a", GroupRecord.fresh(Membership.founding(List.of("a")), 1));
        group.kill("a");
        group.records.put("a", new GroupRecord(record.membership(), record.store(), true, Map.of()));
        group.start("a");
        assertThat(change("a", new NodeEvent.ChangeMembers(false, "c")).done()).isTrue();
        group.run(2000);
        loseDisk("b");
        group.receive(
                "b",
                "a",
                MemberNode.GROUP,
                new PeerMessage.Members(group.node("a").membership(), "a"));
        group.run(5000);
        assertThat(members("b")).containsExactly("a", "b");
        assertThat(group.node("b").isEnrolled()).isFalse();
        assertThat(group.effects(NodeEffect.Warn.class))
                .anySatisfy(warning -> assertThat(warning.what())
                        .contains("does not vote", "the members were changed", "baton quorum remove b"));
    }

    @Test // QUORUM-7
    void laterMembersNameTheDisksOfFoundingMembers() {
        assertThat(change("a", new NodeEvent.ChangeMembers(false, "b")).done()).isTrue();
        group.run(2000);
        assertThat(group.node("c").membership().members())
                .containsExactly(new Voter("a", "a".hashCode()), new Voter("c", "c".hashCode()));
        assertThat(group.node("a").isEnrolled()).isTrue();
        assertThat(group.node("c").isEnrolled()).isTrue();
    }

    @Test // QUORUM-3
    void checksumAndFingerprintDistinguishListsWhoseNamesHaveTheSameHashCode() {
        Membership one = Membership.founding(List.of("Aa", "c"));
        Membership other = Membership.founding(List.of("BB", "c"));
        assertThat(one.idOfVersion01()).isEqualTo(other.idOfVersion01());
        assertThat(one.id().contradicts(other.id())).isTrue();
        assertThat(one.fingerprint()).isNotEqualTo(other.fingerprint()).hasSize(64);
    }

    @Test // QUORUM-3
    void messagesOfMemberWithDifferentMembershipAreIgnored() {
        join("d", List.of("a", "b", "c", "d"));
        group.campaign(E, "d");
        group.run(3000);
        assertThat(group.leader(E)).isEmpty();
    }

    @Test // QUORUM-7
    void impossibleChangeIsRefusedImmediately() {
        assertThat(change("a", new NodeEvent.ChangeMembers(true, "b")).what()).contains("is already a member");
        assertThat(change("a", new NodeEvent.ChangeMembers(true, "z")).what()).contains("has not registered yet");
        assertThat(change("a", new NodeEvent.ChangeMembers(false, "z")).what()).contains("is not a member");
        assertThat(change("a", new NodeEvent.ChangeMembers(false, "a")).what()).contains("cannot remove itself");
    }

    @Test // QUORUM-12
    void messageWithWrongSenderOrReceiverIsIgnored() {
        ConfigId config = group.node("a").membership().id();
        PeerMessage request = new PeerMessage.RequestVote(3, "b", 1, 0);
        group.sent.clear();
        group.handle("a", new NodeEvent.Received(new Envelope("c", "a", E, 1, config, request)));
        group.handle("a", new NodeEvent.Received(new Envelope("b", "c", E, 1, config, request)));
        group.handle(
                "a",
                new NodeEvent.Received(
                        new Envelope("z", "a", E, 1, config, new PeerMessage.RequestVote(3, "z", 1, 0))));
        assertThat(group.sent).isEmpty();
        assertThat(group.term("a", E)).isZero();
    }
}
