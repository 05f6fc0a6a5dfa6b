package dev.baton.examples.harness;

import dev.baton.Candidate;
import dev.baton.Gate;

/** The surface that prompts the agent at a fixed interval, without an event. */
final class HeartbeatSurface {
    private final Gate gate;
    private final ActionSender sender;

    HeartbeatSurface(Candidate candidate, ActionSender sender) {
        this.gate = candidate.gate(Surface.HEARTBEAT.gate());
        this.sender = sender;
    }

    /** Prompts the agent once if this instance leads. Returns whether it did. */
    boolean beat() {
        return gate.tryRun(
                leadership -> sender.send(AgentAction.of(leadership, Surface.HEARTBEAT, "", "anything to do?")));
    }
}
