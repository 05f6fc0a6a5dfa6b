package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryLog;
import dev.baton.support.thread.NamedThreads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads all the time whether the leaderships of this process are valid, and records it with the times before and after each
 * reading. Of readings that follow each other closely only some are written, and always the last one.
 */
final class ValidityReadings implements AutoCloseable {
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long WRITE_INTERVAL = TimeUnit.MILLISECONDS.toNanos(50);

    private final HistoryLog log;
    private final Map<Leadership, Reading> open = new ConcurrentHashMap<>();
    private volatile boolean ended;

    /** The readings of one leadership. */
    private static final class Reading {
        long before;
        long after;
        long written;
    }

    ValidityReadings(HistoryLog log) {
        this.log = log;
        NamedThreads.start("validity-readings", this::run);
    }

    /** Reads a leadership from now on, until it is not valid. */
    void add(Leadership leadership) {
        open.put(leadership, new Reading());
    }

    private void run() {
        while (!ended) {
            open.keySet().forEach(this::read);
            LockSupport.parkNanos(INTERVAL);
        }
    }

    /** Returns whether the leadership is valid, and records that. */
    boolean read(Leadership leadership) {
        Reading reading = open.get(leadership);
        if (reading == null) {
            return leadership.isValid();
        }
        synchronized (reading) {
            long before = System.nanoTime();
            boolean valid = leadership.isValid();
            long after = System.nanoTime();
            if (!valid) {
                open.remove(leadership);
                write(leadership, reading);
                return false;
            }
            // After a pause the reading before it is written too: it shows when the pause began.
            if (before - reading.after > WRITE_INTERVAL) {
                write(leadership, reading);
            }
            reading.before = before;
            reading.after = after;
            if (after - reading.written > WRITE_INTERVAL) {
                write(leadership, reading);
            }
            return true;
        }
    }

    private void write(Leadership leadership, Reading reading) {
        if (reading.after > reading.written) {
            reading.written = reading.after;
            log.add(new HistoryEvent.Valid(leadership.election(), leadership.epoch(), reading.before, reading.after));
        }
    }

    @Override
    public void close() {
        ended = true;
    }
}
