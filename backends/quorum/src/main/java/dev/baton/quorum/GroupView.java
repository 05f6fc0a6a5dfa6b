package dev.baton.quorum;

import dev.baton.LeaderInfo;
import dev.baton.quorum.step.ElectionState;
import dev.baton.quorum.step.MemberNode;
import dev.baton.spi.StoreCheck;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The group as this member knows it. Used only by the member's thread. */
record GroupView(GroupMember member) {

    /** Returns the member on which an instance runs; empty if unknown. The name of a member is also an instance. */
    String memberOf(String instanceId) {
        String found = member.gossip.roster.memberOf(instanceId, member.self());
        return found.isEmpty() && member.node.membership().contains(instanceId) ? instanceId : found;
    }

    /** Returns the leader, as far as this member knows it. */
    Optional<LeaderInfo> leader(String election) {
        LocalCandidates candidates = member.candidates(election);
        TenureLog tenures = member.gossip.tenures;
        if (candidates.leads()) {
            return tenures.get(election, candidates.epoch()).map(GroupTenure::leader);
        }
        ElectionState state = member.node.state(election);
        String leader = state.leader(member.clock.nanos());
        if (leader.isEmpty() || leader.equals(member.self())) {
            return Optional.empty();
        }
        long term = state.promise().term();
        return Optional.of(tenures.get(election, term)
                .map(GroupTenure::leader)
                .orElseGet(() -> new LeaderInfo(
                        election, leader, term, Instant.ofEpochMilli(member.clock.wallMillis()), Optional.empty())));
    }

    /** Returns the number of connected members, with this one. */
    int reachedMembers() {
        return 1
                + (int) member.transport.connectedPeers().stream()
                        .filter(member.node.membership()::contains)
                        .count();
    }

    int size() {
        return member.node.membership().size();
    }

    boolean reachesMajority() {
        return 2 * reachedMembers() > size();
    }

    /** Returns the leader, or fails if this member is cut off and cannot know it. */
    Optional<LeaderInfo> observe(String election) {
        Optional<LeaderInfo> leader = leader(election);
        if (leader.isEmpty() && !reachesMajority()) {
            throw new IllegalStateException("member " + member.self() + " knows no leader of " + election
                    + " and reaches only " + reachedMembers() + " of " + size() + " members");
        }
        return leader;
    }

    List<String> elections() {
        TreeSet<String> names = new TreeSet<>(member.gossip.tenures.elections());
        names.addAll(member.node.elections());
        names.addAll(member.storedNames.all());
        member.gossip
                .roster
                .list(member.self(), member.clock.nanos(), status -> true)
                .forEach(status -> names.add(status.election()));
        names.remove(MemberNode.GROUP);
        return List.copyOf(names);
    }

    List<StoreCheck> selfTest() {
        String self = member.self();
        boolean isMember = member.node.membership().contains(self);
        boolean votes = member.node.isEnrolled();
        Map<String, Long> rejected = member.transport.traffic().rejected();
        String membership = isMember
                ? self + " is one of " + size() + " members"
                : self + " is not a member yet; add it with: baton quorum add " + self;
        String disk = votes ? "known to the group" : "not known to a majority yet, so " + self + " does not vote";
        String peers = rejected.isEmpty() ? "nothing was rejected" : "rejected messages by cause: " + rejected;
        return List.of(
                new StoreCheck("member", isMember, membership),
                majority(reachedMembers(), size(), self),
                new StoreCheck("disk", votes, disk),
                new StoreCheck("peers", true, peers));
    }

    static StoreCheck majority(long reached, int size, String member) {
        return new StoreCheck(
                "majority",
                2 * reached > size,
                "member " + member + " reaches " + reached + " of " + size + " members, itself included");
    }
}
