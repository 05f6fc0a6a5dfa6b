package dev.baton.quorum;

import dev.baton.spi.StoreCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a member can say of itself. */
final class QuorumSelfTest {
    private QuorumSelfTest() {}

    static List<StoreCheck> of(GroupMember member) {
        int size = member.node().membership().size();
        int reached = (int) member.transport().linked().stream()
                .filter(peer -> member.node().membership().contains(peer))
                .count();
        boolean isMember = member.node().membership().contains(member.self());
        List<StoreCheck> checks = new ArrayList<>();
        checks.add(new StoreCheck(
                "member",
                isMember,
                isMember
                        ? member.self() + " is one of " + size + " members"
                        : member.self() + " is no member yet; add it: baton quorum add " + member.self()));
        checks.add(new StoreCheck(
                "majority",
                2 * (reached + 1) > size,
                "reaches " + (reached + 1) + " of " + size + " members, itself included"));
        checks.add(new StoreCheck(
                "disk",
                member.node().isEnrolled(),
                member.node().isEnrolled() ? "known to the group" : "not known to a majority yet; it does not vote"));
        Map<String, Long> rejected = member.transport().traffic().rejected();
        checks.add(new StoreCheck("peers", true, rejected.isEmpty() ? "nobody was refused" : "refused: " + rejected));
        return checks;
    }
}
