package dev.baton.testkit.quorum;

import dev.baton.ClockReading;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.SavedState;

/** Makes the nodes of a simulation: {@code MemberNode::new}, unless a test wants to know whether a bug is found. */
public interface NodeFactory {
    MemberNode make(QuorumTiming settings, MemberStart start, SavedState saved, ClockReading now);
}
