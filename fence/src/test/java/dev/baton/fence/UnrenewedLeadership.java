package dev.baton.fence;

import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/** A leadership that is not renewed: its validity ends after a while. */
record UnrenewedLeadership(String election, long epoch, long endsAtNanos) implements Leadership {

    static UnrenewedLeadership of(String election, long epoch, Duration validity) {
        return new UnrenewedLeadership(election, epoch, System.nanoTime() + validity.toNanos());
    }

    @Override
    public String instanceId() {
        return "instance-" + epoch;
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, endsAtNanos - System.nanoTime()));
    }

    @Override
    public boolean isValid() {
        return !remaining().isZero();
    }

    @Override
    public Optional<String> tenureId() {
        return Optional.empty();
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
