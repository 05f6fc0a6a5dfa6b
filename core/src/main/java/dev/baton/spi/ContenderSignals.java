package dev.baton.spi;

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

    /** Called when the candidate certainly does not hold the claim with this epoch any more. */
    void claimGone(long epoch, EndReason reason);

    /** Called when a transfer of this election was requested. */
    void transferRequested(TransferRequest request);
}
