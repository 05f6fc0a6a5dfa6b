package dev.baton.spi;

import dev.baton.ClockReading;
import dev.baton.EndReason;

/**
 * Receives signals of a backend for one candidate. The methods return at once and may be called from any thread, also
 * after the candidate has stopped. A signal may be missing, late or repeated.
 *
 * <pre>{@code
 * store.onRelease(election, () -> settings.signals().tryNow());
 * }</pre>
 */
public interface ContenderSignals {

    /** Called when an attempt may succeed now: the claim was released, or its holder ended or expired. */
    void tryNow();

    /** Called when the candidate certainly does not hold the claim with this epoch any more, as found just now. */
    void claimGone(long epoch, EndReason reason);

    /**
     * Called when the candidate certainly does not hold the claim with this epoch any more.
     *
     * @param foundAt when the backend found that out: a reading that it took <em>before</em> anything could confirm the
     *     claim again. A signal that is older than the latest confirmation of the claim is ignored, so a late signal of
     *     an ended session cannot end a claim that was recovered on a new one.
     */
    default void claimGone(long epoch, EndReason reason, ClockReading foundAt) {
        claimGone(epoch, reason);
    }

    /**
     * Called like {@link #claimGone(long, EndReason)} if a failure of the store took the claim, for example because the
     * server ended the session. The candidate reports the failure as an error.
     */
    default void claimFailed(long epoch, EndReason reason, Throwable cause) {
        claimGone(epoch, reason);
    }

    /** Called when a transfer of this election was requested. */
    void transferRequested(TransferRequest request);
}
