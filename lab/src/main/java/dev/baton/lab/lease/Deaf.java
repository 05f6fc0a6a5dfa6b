package dev.baton.lab.lease;

import dev.baton.machine.EndReason;
import dev.baton.spi.ClaimFrame;
import dev.baton.spi.Signals;

/** A candidate that acts on nothing it is told. */
final class Deaf implements Signals {
    @Override
    public void tryNow() {
        // It does what the benchmark tells it.
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        // It does what the benchmark tells it.
    }

    @Override
    public void claimRequested(ClaimFrame frame) {
        // It does what the benchmark tells it.
    }
}
