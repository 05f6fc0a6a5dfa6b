package dev.baton.internal.machine;

/**
 * An answer of the store, with the number of the request that it belongs to. The machine applies it only while it
 * awaits the answer to exactly that request.
 */
sealed interface StoreAnswer
        permits AttemptInput.Won,
                AttemptInput.HeldByOther,
                AttemptInput.AcquireUnknown,
                TenureInput.Renewed,
                TenureInput.RenewUnknown,
                TenureInput.ClaimGone,
                TenureInput.ReleaseDone,
                TenureInput.ReleaseUnknown {

    /** Returns the number of the request. */
    long request();

    /** Returns whether this is the answer to an awaited request of its kind. */
    boolean isAwaited(AwaitedAnswers awaited);

    /** Handles an answer that is not awaited any more. It leaves the candidacy as it is. */
    default Transition applyLate(MachineStep step) {
        return step.ignored(MachineStep.LATE_ANSWER);
    }
}
