package dev.baton.testkit;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;

/** Hears nothing. */
public final class IgnoredSignals implements ContenderSignals {

    @Override
    public void tryNow() {
        // The test asks by itself.
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        // The test asks by itself.
    }

    @Override
    public void transferRequested(TransferRequest frame) {
        // The test asks by itself.
    }
}
