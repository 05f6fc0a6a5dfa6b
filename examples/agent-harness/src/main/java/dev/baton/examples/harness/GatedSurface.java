package dev.baton.examples.harness;

import dev.baton.Candidate;
import dev.baton.Gate;

/**
 * A surface of single actions, which are sent as they are.
 *
 * <p>Each has its own gate: a reaction is sent before the dispatch, whose gate would be checked too late, and a heartbeat
 * is triggered by a clock.
 */
record GatedSurface(Surface surface, Gate gate, ActionSender sender) {
    GatedSurface(Surface surface, Candidate candidate, ActionSender sender) {
        this(surface, candidate.gate(surface.gate()), sender);
    }

    /** Sends an action if this instance leads. Returns whether it did. */
    boolean send(String event, String text) {
        return gate.tryRun(leadership -> sender.send(AgentAction.of(leadership, surface, event, text)));
    }
}
