package dev.baton.lease;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the signals and does nothing. */
final class SilentSignals implements ContenderSignals {
    final List<String> received = new CopyOnWriteArrayList<>();

    @Override
    public void tryNow() {
        received.add("try now");
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        received.add("gone " + epoch + " " + reason.code());
    }

    @Override
    public void transferRequested(TransferRequest frame) {
        received.add("requested " + frame.instanceId());
    }
}
