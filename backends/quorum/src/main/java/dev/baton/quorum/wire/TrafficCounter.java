package dev.baton.quorum.wire;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the traffic of a member, and rejected messages and connections by cause. Only the member's thread counts;
 * {@link #stats} is thread-safe.
 */
public final class TrafficCounter {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long LOG_INTERVAL_NANOS = 60_000_000_000L;

    private final String self;
    private final AtomicLong framesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private final AtomicLong framesReceived = new AtomicLong();
    private final AtomicLong bytesReceived = new AtomicLong();
    private final Map<String, Long> rejected = new ConcurrentSkipListMap<>();
    private long loggedAt;
    private boolean logged;

    public TrafficCounter(String self) {
        this.self = self;
    }

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

    /** Counts a rejection, and logs it unless one was logged within the last minute. */
    public void rejected(RejectionCause cause, String sender, String reason) {
        long now = System.nanoTime();
        rejected.merge(cause.code(), 1L, Long::sum);
        if (!logged || now - loggedAt >= LOG_INTERVAL_NANOS) {
            logged = true;
            loggedAt = now;
            LOG.warn(
                    "member={} rejected a message or connection of {}: {} (cause {}); rejected so far: {}",
                    self,
                    sender,
                    reason,
                    cause.code(),
                    rejected);
        }
    }

    /** Returns the current counts. */
    public TrafficStats stats() {
        return new TrafficStats(framesSent.get(), bytesSent.get(), framesReceived.get(), bytesReceived.get(), rejected);
    }
}
