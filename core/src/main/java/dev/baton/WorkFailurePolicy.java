package dev.baton;

/**
 * What a candidate does when its work throws an exception. In every case the exception is logged and published as an
 * error event.
 *
 * <pre>{@code
 * CandidateSettings.builder().onWorkFailure(WorkFailurePolicy.RETRY).build();
 * }</pre>
 *
 * @see LeaderWork
 */
public enum WorkFailurePolicy {
    /**
     * Releases the claim with the reason {@link EndReason#WORK_FAILED}, so that another candidate can do the work. This
     * one tries again after a delay of its own: one second, doubled with every failure, a minute at most. A minute of
     * work without a failure resets the delay.
     */
    STEP_DOWN,
    /** Keeps leading and runs the work again in the same tenure, after the delay that {@link #STEP_DOWN} describes. */
    RETRY,
    /** Keeps leading without the work, which runs again in the next tenure. */
    KEEP_LEADING
}
