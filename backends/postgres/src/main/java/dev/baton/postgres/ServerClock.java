package dev.baton.postgres;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server's wall clock, watched for jumps: they are worth a line, and no leadership depends on them. */
final class ServerClock {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration JUMP = Duration.ofSeconds(5);

    private final PostgresStore store;
    private long lastServerMillis;
    private long lastNanos;

    ServerClock(PostgresStore store) {
        this.store = store;
    }

    /** The server's clock read this a moment ago. */
    synchronized void reads(long serverMillis) {
        long now = store.clock().nanos();
        if (lastServerMillis != 0) {
            long expected = lastServerMillis + (now - lastNanos) / 1_000_000;
            long off = serverMillis - expected;
            if (Math.abs(off) > JUMP.toMillis()) {
                LOG.warn(
                        "the clock of {} jumped by {} ms; leadership does not depend on it, only the roster and"
                                + " the times in the history do",
                        store.shown(),
                        off);
            }
        }
        lastServerMillis = serverMillis;
        lastNanos = now;
    }
}
