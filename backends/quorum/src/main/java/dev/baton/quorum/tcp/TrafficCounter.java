package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.TrafficStats;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What went over the network so far. Written by one thread, read by any. */
final class TrafficCounter {
    private final AtomicLong framesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong framesReceived = new AtomicLong();
    private final AtomicLong bytesReceived = new AtomicLong();

    void add(int frames, int sent, int received) {
        framesSent.addAndGet(frames);
        bytesSent.addAndGet(sent);
        bytesReceived.addAndGet(received);
    }

    void frameReceived() {
        framesReceived.incrementAndGet();
    }

    TrafficStats traffic(Map<String, Long> rejected) {
        return new TrafficStats(framesSent.get(), bytesSent.get(), framesReceived.get(), bytesReceived.get(), rejected);
    }
}
