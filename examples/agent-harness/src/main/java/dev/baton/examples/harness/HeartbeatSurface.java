package dev.baton.examples.harness;

import dev.baton.Candidate;
import dev.baton.Gate;

/** The surface that prompts the agent every so often, without anybody having said anything. */
final class HeartbeatSurface {
    private final Gate gate;
    private final ActionOutlet outlet;

    HeartbeatSurface(Candidate candidate, ActionOutlet outlet) {
        this.gate = candidate.gate(Surface.HEARTBEAT.gate());
        this.outlet = outlet;
    }

    /** Prompts once, if this instance leads. */
    boolean beat() {
        return gate.tryRun(reign -> outlet.send(AgentAction.of(reign, Surface.HEARTBEAT, "", "anything to do?")));
    }
}
