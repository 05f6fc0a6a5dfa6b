package dev.baton.console;

import dev.baton.BatonClock;
import java.time.Instant;

/** A stopped clock, so that everything that the page shows is always the same. */
final class FixedClock implements BatonClock {
    static final Instant NOW = Instant.parse("2026-03-14T15:09:26Z");

    private static final long NANOS = 1_000_000_000_000L;

    @Override
    public long nanos() {
        return NANOS;
    }

    @Override
    public long wallMillis() {
        return NOW.toEpochMilli();
    }
}
