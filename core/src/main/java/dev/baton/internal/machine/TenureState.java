package dev.baton.internal.machine;

/** A state in which a tenure has begun and is not closed: replies to attempts are late. */
abstract class TenureState extends StateHandler {

    TenureState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public final Transition on(Input.Won input) {
        return discardGrant(input);
    }

    @Override
    public final Transition on(Input.HeldByOther input) {
        return ignored(OLDER_ATTEMPT);
    }

    @Override
    public final Transition on(Input.AcquireUnknown input) {
        return ignored(OLDER_ATTEMPT);
    }
}
