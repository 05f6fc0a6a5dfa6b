package dev.baton.cli;

import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/** A leadership whose end a test controls. */
final class ControlledLeadership implements Leadership {
    private volatile long deadline;

    ControlledLeadership(Duration remaining) {
        validFor(remaining);
    }

    void validFor(Duration remaining) {
        deadline = System.nanoTime() + remaining.toNanos();
    }

    @Override
    public String election() {
        return "nightly";
    }

    @Override
    public String instanceId() {
        return "me";
    }

    @Override
    public long epoch() {
        return 7;
    }

    @Override
    public boolean isValid() {
        return deadline - System.nanoTime() > 0;
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
