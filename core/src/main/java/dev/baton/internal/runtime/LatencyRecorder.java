package dev.baton.internal.runtime;

import dev.baton.LatencyStats;
import java.time.Duration;

/** Records how long operations take. Thread-safe, and small: every candidate has two. */
final class LatencyRecorder {
    private long count;
    private long total;
    private long longest;

    synchronized void add(long nanos) {
        count++;
        total += nanos;
        longest = Math.max(longest, nanos);
    }

    synchronized LatencyStats stats() {
        return new LatencyStats(count, Duration.ofNanos(total), Duration.ofNanos(longest));
    }
}
