package dev.baton.retry;

import dev.baton.machine.RetryContext;
import java.time.Duration;
import java.util.Optional;

/**
 * When to try again after a failed attempt. Governs attempts to acquire and attempts to reconnect.
 *
 * <p>Called off the thread that renews; it may be slow, and it may throw (which counts as "five
 * seconds" and is told as an error).
 */
@FunctionalInterface
public interface RetryStrategy {

    /** The delay before the next attempt; empty gives up, and the candidate stops. */
    Optional<Duration> nextDelay(RetryContext context);
}
