package dev.baton.quorum.wire;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the traffic of a member. Thread-safe. */
public final class TrafficCounter {
    private final AtomicLong framesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong framesReceived = new AtomicLong();
    private final AtomicLong bytesReceived = new AtomicLong();

    public void frameSent(int bytes) {
        framesSent.incrementAndGet();
        bytesSent.addAndGet(bytes);
    }

    public void bytesReceived(int bytes) {
        bytesReceived.addAndGet(bytes);
    }

    public void frameReceived() {
        framesReceived.incrementAndGet();
    }

    /** Returns the current counts. */
    public TrafficStats stats(RejectedMessages rejected) {
        return new TrafficStats(
                framesSent.get(), bytesSent.get(), framesReceived.get(), bytesReceived.get(), rejected.byCause());
    }
}
