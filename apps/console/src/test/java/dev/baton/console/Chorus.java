package dev.baton.console;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Processes that go on speaking: what was said once is no news after fifteen seconds, and a test may be slower than
 * that.
 */
public final class Chorus implements AutoCloseable {
    private final RawStore store;
    private final Map<String, Supplier<List<String>>> voices = new TreeMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    public Chorus(RawStore store) {
        this.store = store;
        timer.scheduleWithFixedDelay(this::speak, 3, 3, TimeUnit.SECONDS);
    }

    /** Makes this what one process says from now on; asked for again and again, so that its times are fresh. */
    public synchronized void says(String process, Supplier<List<String>> lines) {
        voices.put(process, lines);
        store.roster(process, lines.get());
    }

    /** Says no more, and takes back what it said. */
    public synchronized void leaves(String process) {
        voices.remove(process);
        store.leave(process);
    }

    private synchronized void speak() {
        voices.forEach((process, lines) -> store.roster(process, lines.get()));
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
        voices.clear();
    }
}
