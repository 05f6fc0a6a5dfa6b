package dev.baton.quorum;

import dev.baton.spi.StoreCheck;
import java.util.List;
import java.util.Map;

/** The self-test of a member. */
final class QuorumSelfTest {
    private QuorumSelfTest() {}

    static List<StoreCheck> of(GroupMember member) {
        GroupView view = member.view();
        String self = member.self();
        boolean isMember = member.node().membership().contains(self);
        boolean votes = member.node().isEnrolled();
        Map<String, Long> rejected = member.transport().traffic().rejected();
        return List.of(
                new StoreCheck(
                        "member",
                        isMember,
                        isMember
                                ? self + " is one of " + view.size() + " members"
                                : self + " is not a member yet; add it with: baton quorum add " + self),
                majority(view.reachedMembers(), view.size(), self),
                new StoreCheck(
                        "disk",
                        votes,
                        votes ? "known to the group" : "not known to a majority yet, so " + self + " does not vote"),
                new StoreCheck(
                        "peers",
                        true,
                        rejected.isEmpty() ? "nothing was rejected" : "rejected messages by cause: " + rejected));
    }

    static StoreCheck majority(long reached, int size, String member) {
        return new StoreCheck(
                "majority",
                2 * reached > size,
                "member " + member + " reaches " + reached + " of " + size + " members, itself included");
    }
}
