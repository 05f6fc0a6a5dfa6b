package dev.baton.postgres;

import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/** A leadership as a process has it that was frozen between its last check and its write. */
record FrozenLeadership(String election, String instanceId, long epoch, Optional<String> tenureId)
        implements Leadership {

    static FrozenLeadership of(Leadership leadership) {
        return new FrozenLeadership(
                leadership.election(), leadership.instanceId(), leadership.epoch(), leadership.tenureId());
    }

    @Override
    public Duration remaining() {
        return Duration.ofSeconds(60);
    }

    @Override
    public boolean isValid() {
        return true;
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
