package dev.baton.testkit;

import dev.baton.machine.EndReason;
import dev.baton.spi.ClaimFrame;
import dev.baton.spi.Signals;

/** Hears nothing. */
public final class DeafSignals implements Signals {

    @Override
    public void tryNow() {
        // The test asks by itself.
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        // The test asks by itself.
    }

    @Override
    public void claimRequested(ClaimFrame frame) {
        // The test asks by itself.
    }
}
