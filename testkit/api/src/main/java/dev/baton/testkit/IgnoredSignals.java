package dev.baton.testkit;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;

/** Ignores all signals, for tests that call a contender directly. */
public final class IgnoredSignals implements ContenderSignals {

    @Override
    public void tryNow() {
        // Ignored.
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        // Ignored.
    }

    @Override
    public void transferRequested(TransferRequest request) {
        // Ignored.
    }
}
