package dev.baton.fence;

import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/** A leadership that never ends by itself, like that of a process that was frozen or lost its network. */
record FixedLeadership(String election, long epoch, Duration remaining, Optional<String> tenureId)
        implements Leadership {

    FixedLeadership(String election, long epoch, Duration remaining) {
        this(election, epoch, remaining, Optional.empty());
    }

    static FixedLeadership of(String election, long epoch) {
        return new FixedLeadership(election, epoch, Duration.ofSeconds(60));
    }

    @Override
    public String instanceId() {
        return "instance-" + epoch;
    }

    @Override
    public boolean isValid() {
        return !remaining.isZero();
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
