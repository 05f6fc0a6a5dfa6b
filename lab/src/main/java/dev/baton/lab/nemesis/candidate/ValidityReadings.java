package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.lab.nemesis.history.HistoryLog;
import dev.baton.lab.nemesis.history.ValidReadings;
import dev.baton.support.thread.NamedThreads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Reads all the time whether the leaderships of this process are valid, and records it. */
final class ValidityReadings implements AutoCloseable {
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(5);

    private final HistoryLog log;
    private final Map<Leadership, ValidReadings> open = new ConcurrentHashMap<>();
    private volatile boolean ended;

    ValidityReadings(HistoryLog log) {
        this.log = log;
        NamedThreads.start("validity-readings", this::run);
    }

    /** Reads a leadership from now on, until it is not valid. */
    void add(Leadership leadership) {
        open.put(leadership, new ValidReadings(leadership.election(), leadership.epoch(), log));
    }

    private void run() {
        while (!ended) {
            open.keySet().forEach(this::read);
            LockSupport.parkNanos(INTERVAL);
        }
    }

    /** Returns whether the leadership is valid, and records that. */
    boolean read(Leadership leadership) {
        ValidReadings readings = open.get(leadership);
        if (readings == null) {
            return leadership.isValid();
        }
        synchronized (readings) {
            long before = System.nanoTime();
            boolean valid = leadership.isValid();
            long after = System.nanoTime();
            if (valid) {
                readings.add(before, after);
            } else {
                open.remove(leadership);
                readings.end();
            }
            return valid;
        }
    }

    @Override
    public void close() {
        ended = true;
    }
}
