package dev.baton.internal.machine;

import java.util.List;

/**
 * The result of an input.
 *
 * @param next the new state of the candidate
 * @param effects the actions for the runtime, in order
 * @param note why the input was ignored; empty if it was not
 */
public record Transition(Candidacy next, List<Effect> effects, String note) {

    public Transition {
        effects = List.copyOf(effects);
    }
}
