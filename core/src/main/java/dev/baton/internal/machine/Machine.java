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
        InputHandler handler = switch (candidacy.state()) {
            case STOPPED -> new StoppedState(settings, candidacy);
            case FOLLOWER -> new FollowerState(settings, candidacy);
            case ACQUIRING -> new AcquiringState(settings, candidacy);
            case LEADER -> new LeaderState(settings, candidacy);
            case RECONNECTING -> new ReconnectingState(settings, candidacy);
            case RELEASING -> new ReleasingState(settings, candidacy);
        };
        return input.handleBy(handler);
    }
}
