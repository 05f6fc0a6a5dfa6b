package dev.baton;

import java.time.Duration;

/**
 * The number of operations since the candidate was created, and how long they took.
 *
 * <pre>{@code
 * Duration longest = candidate.renewals().longest();
 * }</pre>
 *
 * @param count the number of operations
 * @param total the sum of their durations
 * @param longest the longest duration
 */
public record LatencyStats(long count, Duration total, Duration longest) {}
