package dev.baton.cli;

import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/** A reign that lasts until a test says otherwise. */
final class SteeredLeadership implements Leadership {
    private volatile long deadline;
    private volatile Optional<EndReason> reason = Optional.empty();

    SteeredLeadership(Duration remaining) {
        validFor(remaining);
    }

    void validFor(Duration remaining) {
        deadline = System.nanoTime() + remaining.toNanos();
    }

    void end(EndReason why) {
        reason = Optional.of(why);
        deadline = System.nanoTime();
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
        return reason;
    }
}
