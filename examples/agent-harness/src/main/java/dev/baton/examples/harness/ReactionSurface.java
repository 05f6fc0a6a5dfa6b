package dev.baton.examples.harness;

import dev.baton.Candidate;
import dev.baton.Gate;

/**
 * The surface that acknowledges an event when it is queued.
 *
 * <p>It has a gate of its own: it comes before the dispatch, whose gate would stop it too late.
 */
final class ReactionSurface {
    private static final String SEEN = "\uD83D\uDC40";

    private final Gate gate;
    private final ActionOutlet outlet;

    ReactionSurface(Candidate candidate, ActionOutlet outlet) {
        this.gate = candidate.gate(Surface.REACTION.gate());
        this.outlet = outlet;
    }

    /** Tells that the event was seen, if this instance leads. */
    boolean acknowledge(RelayEvent event) {
        return gate.tryRun(reign -> outlet.send(AgentAction.of(reign, Surface.REACTION, event.id(), SEEN)));
    }
}
