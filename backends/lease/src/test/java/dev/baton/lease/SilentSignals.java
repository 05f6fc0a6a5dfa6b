package dev.baton.lease;

import dev.baton.machine.EndReason;
import dev.baton.spi.ClaimFrame;
import dev.baton.spi.Signals;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what it was told, and does nothing about it. */
final class SilentSignals implements Signals {
    final List<String> heard = new CopyOnWriteArrayList<>();

    @Override
    public void tryNow() {
        heard.add("try now");
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        heard.add("gone " + epoch + " " + reason.code());
    }

    @Override
    public void claimRequested(ClaimFrame frame) {
        heard.add("requested " + frame.instanceId());
    }
}
