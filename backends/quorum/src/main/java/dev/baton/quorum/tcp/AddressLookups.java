package dev.baton.quorum.tcp;

import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks the addresses of the peers up from time to time, on a thread of its own because that can take long. */
final class AddressLookups implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long INTERVAL_NANOS = 10_000_000_000L;
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final Supplier<Map<String, String>> source;
    private final Runnable onResult;
    private final int expected;
    private final AtomicReference<Map<String, String>> latest = new AtomicReference<>(Map.of());
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts looking up.
     *
     * @param source returns the addresses by name; may block
     * @param expected how many addresses there are; while some are missing, lookups are more frequent
     * @param onResult called after a lookup
     */
    AddressLookups(Supplier<Map<String, String>> source, int expected, Runnable onResult) {
        this.source = source;
        this.expected = expected;
        this.onResult = onResult;
        this.thread = NamedThreads.daemon("baton-quorum-registry", this::run);
        thread.start();
    }

    private void run() {
        LastingLoop.run("the lookup of the members' addresses", () -> {
            LockSupport.parkNanos(lookUp() < expected ? RETRY_NANOS : INTERVAL_NANOS);
            return !closed;
        });
    }

    /** Returns the number of addresses that were found. */
    private int lookUp() {
        try {
            Map<String, String> addresses = Map.copyOf(source.get());
            latest.set(addresses);
            onResult.run();
            return addresses.size();
        } catch (RuntimeException failed) {
            LOG.warn("could not look up the addresses of the members, and tries again: {}", failed.toString());
            return 0;
        }
    }

    /** Returns the addresses of the last lookup, once; empty until the next one. */
    Map<String, String> take() {
        return latest.getAndSet(Map.of());
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
