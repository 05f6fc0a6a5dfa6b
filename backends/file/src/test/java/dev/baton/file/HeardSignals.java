package dev.baton.file;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what a candidate was told. */
final class HeardSignals implements ContenderSignals {
    final AtomicInteger tries = new AtomicInteger();
    final List<Long> gone = new CopyOnWriteArrayList<>();
    final List<TransferRequest> requests = new CopyOnWriteArrayList<>();

    @Override
    public void tryNow() {
        tries.incrementAndGet();
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        gone.add(epoch);
    }

    @Override
    public void transferRequested(TransferRequest frame) {
        requests.add(frame);
    }
}
