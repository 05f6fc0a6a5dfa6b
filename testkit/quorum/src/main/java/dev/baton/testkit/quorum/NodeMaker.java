package dev.baton.testkit.quorum;

import dev.baton.ClockReading;
import dev.baton.quorum.step.Node;
import dev.baton.quorum.step.Saved;
import dev.baton.quorum.step.Settings;
import dev.baton.quorum.step.Start;

/** Makes the nodes of a simulation: {@code Node::new}, unless a test wants to know whether a bug is found. */
public interface NodeMaker {
    Node make(Settings settings, Start start, Saved saved, ClockReading now);
}
