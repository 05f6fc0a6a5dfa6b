package dev.baton.testkit.quorum;

import dev.baton.ClockReading;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.SavedState;

/** Creates the nodes of a simulation: {@code MemberNode::new}, unless a test plants a bug. */
public interface NodeFactory {
    MemberNode create(QuorumTiming settings, MemberStart start, SavedState saved, ClockReading now);
}
