package dev.baton.internal.runtime;

import dev.baton.LatencyStats;
import java.time.Duration;

/** Adds up how long something takes, from any thread. Small: every candidate has two. */
final class Stopwatch {
    private long count;
    private long total;
    private long longest;

    synchronized void add(long nanos) {
        count++;
        total += nanos;
        longest = Math.max(longest, nanos);
    }

    synchronized LatencyStats timings() {
        return new LatencyStats(count, Duration.ofNanos(total), Duration.ofNanos(longest));
    }
}
