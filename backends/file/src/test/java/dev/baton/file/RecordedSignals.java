package dev.baton.file;

import dev.baton.EndReason;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Records the signals to a candidate. */
final class RecordedSignals implements ContenderSignals {
    final AtomicInteger tryNowCount = new AtomicInteger();
    final List<Long> lostEpochs = new CopyOnWriteArrayList<>();
    final List<TransferRequest> transferRequests = new CopyOnWriteArrayList<>();

    @Override
    public void tryNow() {
        tryNowCount.incrementAndGet();
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        lostEpochs.add(epoch);
    }

    @Override
    public void transferRequested(TransferRequest request) {
        transferRequests.add(request);
    }
}
