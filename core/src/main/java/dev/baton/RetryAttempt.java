package dev.baton;

import java.time.Duration;
import java.util.Optional;

/**
 * A failed attempt, as a {@link RetryStrategy} receives it.
 *
 * <pre>{@code
 * RetryStrategy giveUpAfterAMinute = attempt -> attempt.elapsed().toMinutes() < 1
 *         ? Optional.of(Duration.ofSeconds(2))
 *         : Optional.empty();
 * }</pre>
 *
 * @param attempt the number of failed attempts in this cycle, from 1
 * @param elapsed the time since the first attempt of this cycle
 * @param lastError the error of the last attempt; empty if another candidate leads
 */
public record RetryAttempt(int attempt, Duration elapsed, Optional<Throwable> lastError) {}
