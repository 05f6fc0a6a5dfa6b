package dev.baton.internal.machine;

/** The state machine of a candidate. */
public final class Machine {

    private Machine() {}

    /**
     * Returns the transition for an input. Pure, and defined for every state and input.
     *
     * @throws IllegalStateException if the input is impossible in this state
     */
    public static Transition step(MachineSettings settings, Candidacy candidacy, Input input) {
        MachineStep step = new MachineStep(settings, candidacy, input.at());
        return input instanceof StoreAnswer answer && !answer.isAwaited(candidacy.awaited())
                ? answer.applyLate(step)
                : input.apply(step);
    }
}
