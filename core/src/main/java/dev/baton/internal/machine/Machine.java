package dev.baton.internal.machine;

/** The state machine: what a candidate does about an input. */
public final class Machine {

    private Machine() {}

    /**
     * The transition for an input: total and pure.
     *
     * @throws IllegalStateException for an input that cannot happen in this state
     */
    public static Transition step(MachineSettings settings, Candidacy candidacy, Input input) {
        InputHandler reactions = switch (candidacy.state()) {
            case STOPPED -> new StoppedState(settings, candidacy);
            case FOLLOWER -> new FollowerState(settings, candidacy);
            case ACQUIRING -> new AcquiringState(settings, candidacy);
            case LEADER -> new LeaderState(settings, candidacy);
            case RECONNECTING -> new ReconnectingState(settings, candidacy);
            case RELEASING -> new ReleasingState(settings, candidacy);
        };
        return input.meet(reactions);
    }
}
