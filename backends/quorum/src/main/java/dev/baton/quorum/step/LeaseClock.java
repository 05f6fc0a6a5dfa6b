package dev.baton.quorum.step;

import dev.baton.ClockReading;

/**
 * The clock of leases. It advances by the larger of monotonic and wall time: the monotonic clock stops while a machine is
 * suspended, and a wall clock that is set forward only ends a lease early.
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
        // Both readings are rounded to milliseconds: do not count the possible error as progress.
        long wall = (now.wallMillis() - last.wallMillis() - 1) * 1_000_000;
        if (monotonic >= 1_000_000 || wall > monotonic) {
            progress += rules.elapsed(monotonic, wall);
            last = now;
            return new StepTime(now.nanos(), progress, now.wallMillis());
        }
        return new StepTime(now.nanos(), progress + Math.max(0, monotonic), now.wallMillis());
    }
}
