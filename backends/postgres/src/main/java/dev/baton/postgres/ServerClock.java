package dev.baton.postgres;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs jumps of the server's wall clock. Leadership does not depend on that clock. */
final class ServerClock {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration JUMP = Duration.ofSeconds(5);

    private final PostgresStore store;
    private long lastServerMillis;
    private long lastNanos;

    ServerClock(PostgresStore store) {
        this.store = store;
    }

    /** Compares a reading of the server's clock with the previous one. */
    synchronized void observe(long serverMillis) {
        long now = store.clock().nanos();
        if (lastServerMillis != 0) {
            long expected = lastServerMillis + (now - lastNanos) / 1_000_000;
            long jump = serverMillis - expected;
            if (Math.abs(jump) > JUMP.toMillis()) {
                LOG.warn(
                        "the clock of {} jumped by {} ms; this affects the roster and the times in the history, but"
                                + " not leadership",
                        store.shown(),
                        jump);
            }
        }
        lastServerMillis = serverMillis;
        lastNanos = now;
    }
}
