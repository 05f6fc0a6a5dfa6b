package dev.baton.node.control;

import java.util.concurrent.atomic.LongAdder;

/** Counts the writes of this process to the job database. Thread-safe. */
public final class WriteMeters {
    private final LongAdder committed = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** How a write ended. */
    enum Outcome {
        COMMITTED,
        /** The database has seen a later leader, or the leadership was over. */
        REFUSED,
        FAILED
    }

    void record(Outcome outcome, long durationNanos) {
        nanos.add(durationNanos);
        switch (outcome) {
            case COMMITTED -> committed.increment();
            case REFUSED -> refused.increment();
            case FAILED -> failed.increment();
        }
    }

    public long committed() {
        return committed.sum();
    }

    public long refused() {
        return refused.sum();
    }

    public long failed() {
        return failed.sum();
    }

    /** Returns the time that all writes took together, in seconds. */
    public double seconds() {
        return nanos.sum() / 1e9;
    }
}
