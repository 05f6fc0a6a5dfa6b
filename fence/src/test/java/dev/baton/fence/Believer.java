package dev.baton.fence;

import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/** A leader that has heard of no end: as a frozen or cut-off one, or one whose clock stands still. */
record Believer(String election, long epoch, Duration remaining) implements Leadership {

    static Believer of(String election, long epoch) {
        return new Believer(election, epoch, Duration.ofSeconds(60));
    }

    @Override
    public String instanceId() {
        return "believer-" + epoch;
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
