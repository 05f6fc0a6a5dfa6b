package dev.baton.lab.nemesis.history;

import java.util.concurrent.TimeUnit;

/**
 * The readings in which one leadership was valid. Of readings that follow each other closely only some are written, and always
 * the last one. Not thread-safe.
 */
public final class ValidReadings {
    private static final long WRITE_INTERVAL = TimeUnit.MILLISECONDS.toNanos(50);

    private final String election;
    private final long epoch;
    private final HistoryLog log;
    private long before;
    private long after;
    private long written;

    public ValidReadings(String election, long epoch, HistoryLog log) {
        this.election = election;
        this.epoch = epoch;
        this.log = log;
    }

    public long epoch() {
        return epoch;
    }

    /** Adds a reading in which the leadership was valid, with the times before and after it. */
    public void add(long from, long to) {
        // After a pause the reading before it is written too: it shows when the pause began.
        if (from - after > WRITE_INTERVAL) {
            write();
        }
        before = from;
        after = to;
        if (after - written > WRITE_INTERVAL) {
            write();
        }
    }

    /** Writes the last reading. */
    public void end() {
        write();
    }

    private void write() {
        if (after > written) {
            written = after;
            log.add(new HistoryEvent.Valid(election, epoch, before, after));
        }
    }
}
