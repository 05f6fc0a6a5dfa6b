package dev.baton.internal.machine;

/** A state without a tenure: there is nothing to release, to transfer or to renew. */
abstract class NoTenureState extends StateHandler {

    NoTenureState(MachineSettings settings, Candidacy now) {
        super(settings, now);
    }

    @Override
    public final Transition on(Input.StepDownRequested input) {
        return ignored(NOT_LEADING);
    }

    @Override
    public final Transition on(Input.TransferRequested input) {
        return ignored(NOT_LEADING);
    }

    @Override
    public final Transition on(Input.ForceRequested input) {
        return ignored("no release is in progress");
    }

    @Override
    public final Transition on(Input.RenewDue input) {
        return ignored(STALE_TIMER);
    }

    @Override
    public final Transition on(Input.Renewed input) {
        return ignored(LATE_RENEWAL);
    }

    @Override
    public final Transition on(Input.RenewUnknown input) {
        return ignored(LATE_RENEWAL);
    }

    @Override
    public final Transition on(Input.ClaimGone input) {
        return ignored("the tenure has already ended");
    }
}
