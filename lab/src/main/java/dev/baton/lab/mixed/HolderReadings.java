package dev.baton.lab.mixed;

import dev.baton.lab.mixed.engine.MixedEngine;
import dev.baton.lab.mixed.judge.HolderReading;
import dev.baton.support.thread.NamedThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Reads all the time who leads each election by the store. Thread-safe. */
final class HolderReadings implements AutoCloseable {
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(2);

    private final MixedEngine engine;
    private final List<HolderReading> all = new ArrayList<>();
    private final Map<String, String> newest = new ConcurrentHashMap<>();
    private volatile boolean ended;

    HolderReadings(MixedEngine engine, List<String> elections) {
        this.engine = engine;
        NamedThreads.start("holder-readings", () -> run(elections));
    }

    private void run(List<String> elections) {
        while (!ended) {
            elections.forEach(this::read);
            LockSupport.parkNanos(INTERVAL);
        }
    }

    private void read(String election) {
        long before = System.nanoTime();
        try {
            String holder = engine.holder(election);
            add(new HolderReading(election, holder, before, System.nanoTime()));
        } catch (Exception unknown) {
            // Without an answer there is no reading.
            newest.remove(election);
        }
    }

    private synchronized void add(HolderReading reading) {
        all.add(reading);
        newest.put(reading.election(), reading.holder());
    }

    /** Returns the newest holder of an election; empty if there is none. */
    String newest(String election) {
        return newest.getOrDefault(election, "");
    }

    synchronized List<HolderReading> all() {
        return List.copyOf(all);
    }

    @Override
    public void close() {
        ended = true;
    }
}
