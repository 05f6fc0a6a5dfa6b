package dev.baton.cli;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;

/** The signals of a candidate that only a test asks. */
final class IgnoredSignals implements ContenderSignals {
    @Override
    public void tryNow() {}

    @Override
    public void claimGone(long epoch, EndReason reason) {}

    @Override
    public void transferRequested(TransferRequest request) {}
}
