package dev.baton.kubernetes.api;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a request waits after an answer 429: as long as the server says, if that leaves time for another try. A server
 * that answers 429 has applied nothing, so a write can be repeated.
 */
final class RetryDelay {
    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration SHORTEST = Duration.ofMillis(10);

    private RetryDelay() {}

    /**
     * Returns the delay; empty if it does not end before the deadline of the request.
     *
     * @param header the value of {@code Retry-After}; only the form in seconds is used by API servers
     * @param tries how often the request was sent
     */
    static Optional<Duration> of(Optional<String> header, int tries, Duration left) {
        Duration delay = header.map(String::trim)
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElseGet(() -> FIRST.multipliedBy(1L << Math.min(tries, 10)));
        Duration waited = delay.compareTo(SHORTEST) < 0 ? SHORTEST : delay;
        return waited.compareTo(left) < 0 ? Optional.of(waited) : Optional.empty();
    }
}
