package dev.baton.examples.harness;

import dev.baton.Candidate;
import dev.baton.Gate;

/**
 * The surface that acknowledges an event when it is queued.
 *
 * <p>It has its own gate: it acts before the dispatch, whose gate would be checked too late.
 */
final class ReactionSurface {
    private static final String SEEN = "\uD83D\uDC40";

    private final Gate gate;
    private final ActionSender sender;

    ReactionSurface(Candidate candidate, ActionSender sender) {
        this.gate = candidate.gate(Surface.REACTION.gate());
        this.sender = sender;
    }

    /** Acknowledges the event if this instance leads. Returns whether it did. */
    boolean acknowledge(RelayEvent event) {
        return gate.tryRun(leadership -> sender.send(AgentAction.of(leadership, Surface.REACTION, event.id(), SEEN)));
    }
}
