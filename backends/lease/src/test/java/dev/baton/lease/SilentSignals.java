package dev.baton.lease;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what it was told, and does nothing about it. */
final class SilentSignals implements ContenderSignals {
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
    public void transferRequested(TransferRequest frame) {
        heard.add("requested " + frame.instanceId());
    }
}
