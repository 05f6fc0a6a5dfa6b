package dev.baton.lab.lease;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;

/** Ignores all signals, because the benchmark itself drives the contender. */
final class IgnoringSignals implements ContenderSignals {
    @Override
    public void tryNow() {}

    @Override
    public void claimGone(long epoch, EndReason reason) {}

    @Override
    public void transferRequested(TransferRequest request) {}
}
