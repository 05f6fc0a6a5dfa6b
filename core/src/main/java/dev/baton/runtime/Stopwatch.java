package dev.baton.runtime;

import dev.baton.Timings;
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

    synchronized Timings timings() {
        return new Timings(count, Duration.ofNanos(total), Duration.ofNanos(longest));
    }
}
