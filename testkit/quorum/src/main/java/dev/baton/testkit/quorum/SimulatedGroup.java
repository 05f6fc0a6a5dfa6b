package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;

/**
 * A group of one's own for the simulator: as many members, as patient, and as far from each other as those that will
 * run. A seed decides what goes wrong and when.
 *
 * @param fastest the shortest time that a message takes while nothing is wrong
 * @param slowest the longest
 */
public record SimulatedGroup(int members, QuorumTiming settings, Duration fastest, Duration slowest) {
    public SimulatedGroup {
        if (members < 1 || members > Membership.MOST_MEMBERS) {
            throw new IllegalArgumentException(
                    "a group has 1 to " + Membership.MOST_MEMBERS + " members, not " + members);
        }
        if (fastest.isNegative() || slowest.compareTo(fastest) < 0) {
            throw new IllegalArgumentException("0 <= fastest <= slowest does not hold: fastest is " + fastest.toNanos()
                    + " ns, slowest " + slowest.toNanos() + " ns");
        }
    }

    /** A minute of this group, and longer where its leases need it: what became of it. */
    public ScheduleResult run(long seed) {
        return Simulation.run(ScheduleGenerator.plan(seed, this), MemberNode::new, false);
    }

    /** The same, with a transcript of everything that happened. */
    public ScheduleResult replay(long seed) {
        return Simulation.run(ScheduleGenerator.plan(seed, this), MemberNode::new, true);
    }
}
