package dev.baton.internal.machine;

/** Handles the inputs of one state. An implementation that omits one does not compile. */
public interface InputHandler {
    Transition on(Input.Start input);

    Transition on(Input.StopRequested input);

    Transition on(Input.StepDownRequested input);

    Transition on(Input.TransferRequested input);

    Transition on(Input.ForceRequested input);

    Transition on(Input.HealthChanged input);

    Transition on(Input.AttemptDue input);

    Transition on(Input.TryNow input);

    Transition on(Input.Won input);

    Transition on(Input.HeldByOther input);

    Transition on(Input.AcquireUnknown input);

    Transition on(Input.RetryAfter input);

    Transition on(Input.GiveUp input);

    Transition on(Input.RenewDue input);

    Transition on(Input.Renewed input);

    Transition on(Input.RenewUnknown input);

    Transition on(Input.ClaimGone input);

    Transition on(Input.ValidityEnding input);

    Transition on(Input.GraceExpired input);

    Transition on(Input.WorkStopped input);

    Transition on(Input.DrainExpired input);

    Transition on(Input.ReleaseDone input);

    Transition on(Input.ReleaseUnknown input);

    Transition on(Input.RuntimeFailed input);
}
