package dev.baton.lab.lease;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;

/** A candidate that acts on nothing it is told. */
final class IgnoringSignals implements ContenderSignals {
    @Override
    public void tryNow() {
        // It does what the benchmark tells it.
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        // It does what the benchmark tells it.
    }

    @Override
    public void transferRequested(TransferRequest frame) {
        // It does what the benchmark tells it.
    }
}
