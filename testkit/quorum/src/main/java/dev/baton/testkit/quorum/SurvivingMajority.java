package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.Voter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether what is left of a group, after disks were lost and members removed, has a majority that may vote. */
final class SurvivingMajority {
    private SurvivingMajority() {}

    static boolean canElect(List<SimNode> nodes) {
        Membership newest = newest(nodes);
        if (newest == null) {
            return false;
        }
        int voters = 0;
        for (SimNode node : nodes) {
            MemberNode process = node.process;
            if (process != null && process.isEnrolled() && newest.contains(node.id)) {
                Voter member = newest.member(node.id);
                voters += member.store() == 0 || process.membership().equals(newest) ? 1 : 0;
            }
        }
        return 2 * voters > newest.size();
    }

    private static @Nullable Membership newest(List<SimNode> nodes) {
        Membership newest = null;
        for (SimNode node : nodes) {
            MemberNode process = node.process;
            if (process != null && (newest == null || process.membership().id().isNewerThan(newest.id()))) {
                newest = process.membership();
            }
        }
        return newest;
    }
}
