package dev.baton.quorum.step;

import dev.baton.ClockReading;

/**
 * The clock leases are counted on: it advances by the larger of monotonic and wall time, because the monotonic
 * clock stands still while a machine is suspended, and a wall clock stepped forward only ends a lease early.
 */
final class LeaseClock {
    private final SafetyRules rules;
    private ClockReading last;
    private long progress;

    LeaseClock(SafetyRules rules, ClockReading start) {
        this.rules = rules;
        this.last = start;
        this.progress = start.nanos();
    }

    StepTime at(ClockReading now) {
        long monotonic = now.nanos() - last.nanos();
        // A wall clock of milliseconds is up to one millisecond behind itself: never count that as progress.
        long wall = (now.wallMillis() - last.wallMillis() - 1) * 1_000_000;
        if (monotonic >= 1_000_000 || wall > monotonic) {
            progress += rules.passed(monotonic, wall);
            last = now;
            return new StepTime(now.nanos(), progress, now.wallMillis());
        }
        return new StepTime(now.nanos(), progress + Math.max(0, monotonic), now.wallMillis());
    }
}
