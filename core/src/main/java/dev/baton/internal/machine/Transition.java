package dev.baton.internal.machine;

import java.util.List;

/**
 * The answer to an input: what the candidate is now, and what has to be done, in order.
 *
 * @param note why nothing happened, for an input that means nothing in its state; else empty
 */
public record Transition(Candidacy next, List<Effect> effects, String note) {

    public Transition {
        effects = List.copyOf(effects);
    }
}
