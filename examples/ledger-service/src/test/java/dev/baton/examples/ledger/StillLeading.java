package dev.baton.examples.ledger;

import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/** What a frozen leader takes for its leadership when it resumes. */
record StillLeading(String election, String instanceId, long epoch) implements Leadership {

    @Override
    public boolean isValid() {
        return true;
    }

    @Override
    public Duration remaining() {
        return Duration.ofSeconds(10);
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
