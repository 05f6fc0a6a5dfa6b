package dev.baton.spi;

import dev.baton.EndReason;

/**
 * What a backend tells a candidate unasked. Every method returns at once and may be called from any
 * thread, also after the candidate has stopped.
 */
public interface ContenderSignals {

    /** An attempt may succeed now: the holder released, died or ran out. */
    void tryNow();

    /** The claim with this epoch is not ours any more, and the backend knows it for certain. */
    void claimGone(long epoch, EndReason reason);

    /** Somebody asks that the named instance lead this election. */
    void transferRequested(TransferRequest frame);
}
