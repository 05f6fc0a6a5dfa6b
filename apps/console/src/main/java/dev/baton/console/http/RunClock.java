package dev.baton.console.http;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The monotonic clock of one run of the console, as texts of the form {@code RUN-MILLIS}. A page adds the time since it
 * received one, which shows when a write was requested without comparing the wall clocks of two machines.
 */
public final class RunClock {
    private static final Pattern TIME = Pattern.compile("([0-9a-f]{1,32})-([0-9]{1,15})");

    private final BatonClock clock;
    private final long start;
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    public RunClock(BatonClock clock) {
        this.clock = clock;
        this.start = clock.nanos();
    }

    /** Returns the current time. */
    String now() {
        return run + "-" + millis();
    }

    /**
     * Returns how long ago a time was; empty if it is of another run.
     *
     * @throws IllegalArgumentException if the text is not a time
     */
    Optional<Duration> age(String time) {
        Matcher parts = TIME.matcher(time);
        if (!parts.matches()) {
            throw new IllegalArgumentException("the time must be RUN-MILLIS, as in the field clock of /api/console");
        }
        return parts.group(1).equals(run)
                ? Optional.of(Duration.ofMillis(millis() - Long.parseLong(parts.group(2))))
                : Optional.empty();
    }

    private long millis() {
        return Duration.ofNanos(clock.nanos() - start).toMillis();
    }
}
