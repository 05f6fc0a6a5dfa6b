package dev.baton;

import java.time.Duration;

/**
 * How often something was done since its candidate was made, and how long that took.
 *
 * @param count how often
 * @param total how long all together
 * @param longest the longest single one
 */
public record Timings(long count, Duration total, Duration longest) {}
