package dev.baton.kubernetes;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;

/** Signals that are ignored. */
final class SilentContenderSignals implements ContenderSignals {
    @Override
    public void tryNow() {}

    @Override
    public void claimGone(long epoch, EndReason reason) {}

    @Override
    public void transferRequested(TransferRequest request) {}
}
