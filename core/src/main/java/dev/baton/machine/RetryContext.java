package dev.baton.machine;

import java.time.Duration;
import java.util.Optional;

/**
 * What a retry strategy is told.
 *
 * @param attempt how many attempts of this cycle have failed, from 1
 * @param elapsed the time since the first attempt of this cycle
 * @param lastError why the last attempt failed; empty when somebody else simply leads
 */
public record RetryContext(int attempt, Duration elapsed, Optional<Throwable> lastError) {}
