package dev.baton.console;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Publishes the statuses of processes every 3 s, as processes do: a status that is not repeated ages out after 15 s. */
public final class StatusPublisher implements AutoCloseable {
    private final RawStore store;
    private final Map<String, Supplier<List<String>>> processes = new TreeMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    public StatusPublisher(RawStore store) {
        this.store = store;
        timer.scheduleWithFixedDelay(this::publishAll, 3, 3, TimeUnit.SECONDS);
    }

    /** Publishes the statuses of a process from now on; {@code lines} is called each time, for current timestamps. */
    public synchronized void publish(String process, Supplier<List<String>> lines) {
        processes.put(process, lines);
        store.roster(process, lines.get());
    }

    /** Removes a process from the roster. */
    public synchronized void remove(String process) {
        processes.remove(process);
        store.removeRoster(process);
    }

    private synchronized void publishAll() {
        processes.forEach((process, lines) -> store.roster(process, lines.get()));
    }

    /** Publishes nothing any more. */
    public synchronized void stop() {
        timer.shutdownNow();
        processes.clear();
    }

    @Override
    public void close() {
        stop();
    }
}
