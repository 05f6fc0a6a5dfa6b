package dev.baton.machine;

/** The state machine: what a candidate does about an input. */
public final class Machine {

    private Machine() {}

    /**
     * The transition for an input: total and pure.
     *
     * @throws IllegalStateException for an input that cannot happen in this state
     */
    public static Transition step(Settings settings, Candidacy candidacy, Input input) {
        Reactions reactions = switch (candidacy.state()) {
            case STOPPED -> new Stopped(settings, candidacy);
            case FOLLOWER -> new Follower(settings, candidacy);
            case ACQUIRING -> new Acquiring(settings, candidacy);
            case LEADER -> new Leader(settings, candidacy);
            case RECONNECTING -> new Reconnecting(settings, candidacy);
            case RELEASING -> new Releasing(settings, candidacy);
        };
        return input.meet(reactions);
    }
}
