package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The clocks of this machine, which remember what the store looked like at each reading. Thread-safe. */
final class WitnessClock implements BatonClock {
    private final Supplier<String> store;
    private final Map<ClockReading, String> states = new ConcurrentHashMap<>();

    WitnessClock(Supplier<String> store) {
        this.store = store;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public ClockReading now() {
        ClockReading reading = new ClockReading(nanos(), wallMillis());
        states.put(reading, store.get());
        return reading;
    }

    /** Returns what the store looked like at a reading of {@link #now}. */
    String storeAt(ClockReading reading) {
        return states.getOrDefault(reading, "(not a reading of this clock)");
    }
}
