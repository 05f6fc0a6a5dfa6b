package dev.baton.runtime;

import dev.baton.Timings;
import java.time.Duration;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Adds up how long something takes, from any thread. */
final class Stopwatch {
    private final LongAdder count = new LongAdder();
    private final LongAdder total = new LongAdder();
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);

    void add(long nanos) {
        count.increment();
        total.add(nanos);
        longest.accumulate(nanos);
    }

    Timings timings() {
        return new Timings(count.sum(), Duration.ofNanos(total.sum()), Duration.ofNanos(longest.get()));
    }
}
