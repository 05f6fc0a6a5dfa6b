package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.Membership;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Whether a group still has a majority that may vote, after lost disks and removed members. */
final class SurvivingMajority {
    private SurvivingMajority() {}

    static boolean canElect(List<SimNode> nodes) {
        List<MemberNode> running = nodes.stream()
                .map(node -> node.process)
                .filter(Objects::nonNull)
                .toList();
        return running.stream()
                .map(MemberNode::membership)
                .max(Comparator.comparing((Membership members) -> members.id().term())
                        .thenComparing(members -> members.id().version()))
                .filter(newest -> 2 * voters(running, newest) > newest.size())
                .isPresent();
    }

    private static long voters(List<MemberNode> running, Membership newest) {
        return running.stream()
                .filter(process -> process.isEnrolled() && newest.contains(process.self()))
                .filter(process -> newest.member(process.self()).store() == 0
                        || process.membership().equals(newest))
                .count();
    }
}
