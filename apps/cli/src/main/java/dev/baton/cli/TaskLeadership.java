package dev.baton.cli;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A task lock as a leadership, for the leash of its command. It is valid for 95 % of the time of the lock, counted from
 * before the request, so that the command has ended when another machine may lock the task.
 */
final class TaskLeadership implements Leadership {
    private final String task;
    private final String holder;
    private final long epoch;
    private final BatonClock clock;
    private final long deadlineNanos;
    private final long deadlineWall;

    /** @param nanos the monotonic clock before the request that locked the task */
    TaskLeadership(String task, String holder, long epoch, Duration atMost, BatonClock clock, long nanos) {
        this.task = task;
        this.holder = holder;
        this.epoch = epoch;
        this.clock = clock;
        Duration usable = atMost.multipliedBy(19).dividedBy(20);
        long passed = clock.nanos() - nanos;
        this.deadlineNanos = nanos + usable.toNanos();
        this.deadlineWall = clock.wallMillis() - TimeUnit.NANOSECONDS.toMillis(passed) + usable.toMillis();
    }

    @Override
    public String election() {
        return task;
    }

    @Override
    public String instanceId() {
        return holder;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public boolean isValid() {
        return !remaining().isZero();
    }

    /** The earlier of the two clocks counts: one of them does not run while the machine is suspended. */
    @Override
    public Duration remaining() {
        long byMonotonic = deadlineNanos - clock.nanos();
        long byWall = TimeUnit.MILLISECONDS.toNanos(deadlineWall - clock.wallMillis());
        return Duration.ofNanos(Math.max(0, Math.min(byMonotonic, byWall)));
    }

    @Override
    public Optional<EndReason> endReason() {
        return isValid() ? Optional.empty() : Optional.of(EndReason.EXPIRED);
    }
}
