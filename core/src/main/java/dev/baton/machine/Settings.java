package dev.baton.machine;

import java.time.Duration;
import java.util.Optional;

/**
 * What the machine needs to know of a candidate's wishes.
 *
 * @param timing its durations
 * @param reconnectGrace how long a claim in doubt may be recovered without a loss; empty: not at all
 * @param autoReacquire whether it stands again after its leadership ended
 */
public record Settings(Timing timing, Optional<Duration> reconnectGrace, boolean autoReacquire) {

    public Settings {
        reconnectGrace.ifPresent(grace -> {
            if (grace.isNegative() || grace.isZero()) {
                throw new IllegalArgumentException(
                        "reconnectGrace must be positive, but is " + grace.toMillis() + " ms; leave it out for none");
            }
        });
    }
}
