package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;

/**
 * A group to simulate, with the size, timing and latency of a real one. A seed determines the faults.
 *
 * <pre>{@code
 * var group = new SimulatedGroup(
 *         7, QuorumTiming.of(ofMillis(800), ofSeconds(4)), ofMillis(5), ofMillis(60));
 * for (long seed = 1; seed <= 500; seed++) {
 *     assertThat(group.run(seed).violation()).as("seed %d", seed).isEmpty();
 * }
 * }</pre>
 *
 * @param fastest minimum latency of a message without a fault
 * @param slowest maximum latency of a message without a fault
 */
public record SimulatedGroup(int members, QuorumTiming settings, Duration fastest, Duration slowest) {
    public SimulatedGroup {
        if (members < 1 || members > Membership.MAX_MEMBERS) {
            throw new IllegalArgumentException(
                    "members must be between 1 and " + Membership.MAX_MEMBERS + ", but is " + members);
        }
        if (fastest.isNegative() || slowest.compareTo(fastest) < 0) {
            throw new IllegalArgumentException("0 <= fastest <= slowest does not hold: fastest is " + fastest.toNanos()
                    + " ns, slowest " + slowest.toNanos() + " ns");
        }
    }

    /** Runs the schedule of a seed: one minute, or longer if the lease requires it. */
    public ScheduleResult run(long seed) {
        return run(seed, SimulationLevel.PROTOCOL);
    }

    /** Runs the schedule of a seed with more or less of the production code. */
    public ScheduleResult run(long seed, SimulationLevel level) {
        return Simulation.run(ScheduleGenerator.generate(seed, level, this), MemberNode::new, false);
    }

    /** Runs the schedule of a seed and returns a trace of all events with the result. */
    public ScheduleResult replay(long seed) {
        return Simulation.run(ScheduleGenerator.generate(seed, SimulationLevel.PROTOCOL, this), MemberNode::new, true);
    }
}
