package dev.baton.zookeeper;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;

/** Signals that a test does not need. */
final class NoSignals implements ContenderSignals {
    @Override
    public void tryNow() {}

    @Override
    public void claimGone(long epoch, EndReason reason) {}

    @Override
    public void transferRequested(TransferRequest request) {}
}
