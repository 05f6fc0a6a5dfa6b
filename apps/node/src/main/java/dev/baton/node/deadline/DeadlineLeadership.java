package dev.baton.node.deadline;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A leadership that another process grants: valid until a deadline on the clocks that all processes of a machine share,
 * or until {@link #end}. Once {@link #isValid} has returned false, it stays false.
 *
 * @param deadline null once this leadership has ended
 */
public record DeadlineLeadership(
        String election,
        String instanceId,
        long epoch,
        Optional<String> tenureId,
        BatonClock clock,
        AtomicReference<@Nullable ClockReading> deadline)
        implements Leadership {

    public DeadlineLeadership(String election, String instanceId, long epoch, ClockReading deadline, BatonClock clock) {
        this(election, instanceId, epoch, Optional.empty(), clock, new AtomicReference<>(deadline));
    }

    /** Returns the same leadership with the id of its tenure. */
    public DeadlineLeadership ofTenure(String id) {
        return new DeadlineLeadership(
                election, instanceId, epoch, Optional.of(id), clock, new AtomicReference<>(deadline.get()));
    }

    /** Returns the same leadership with another epoch. */
    public DeadlineLeadership withEpoch(long other) {
        return new DeadlineLeadership(
                election, instanceId, other, tenureId, clock, new AtomicReference<>(deadline.get()));
    }

    /** Moves the deadline, unless it has passed. */
    public void extend(ClockReading until) {
        if (isValid()) {
            renew(until);
        }
    }

    /** Moves the deadline even if it has passed, as long as this leadership was not used or ended since. */
    public void renew(ClockReading until) {
        ClockReading earlier = deadline.get();
        if (earlier != null) {
            deadline.compareAndSet(earlier, until);
        }
    }

    /** Ends this leadership now. */
    public void end() {
        deadline.set(null);
    }

    @Override
    public boolean isValid() {
        if (remaining().isZero()) {
            end();
        }
        return deadline.get() != null;
    }

    @Override
    public Duration remaining() {
        ClockReading until = deadline.get();
        if (until == null) {
            return Duration.ZERO;
        }
        ClockReading now = clock.now();
        long nanos = Math.min(until.nanos() - now.nanos(), (until.wallMillis() - now.wallMillis()) * 1_000_000);
        return Duration.ofNanos(Math.max(0, nanos));
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
