package dev.baton.file;

import dev.baton.machine.EndReason;
import dev.baton.spi.ClaimFrame;
import dev.baton.spi.Signals;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what a candidate was told. */
final class HeardSignals implements Signals {
    final AtomicInteger tries = new AtomicInteger();
    final List<Long> gone = new CopyOnWriteArrayList<>();
    final List<ClaimFrame> requests = new CopyOnWriteArrayList<>();

    @Override
    public void tryNow() {
        tries.incrementAndGet();
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        gone.add(epoch);
    }

    @Override
    public void claimRequested(ClaimFrame frame) {
        requests.add(frame);
    }
}
