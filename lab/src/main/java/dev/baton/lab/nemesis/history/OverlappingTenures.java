package dev.baton.lab.nemesis.history;

/**
 * A leadership that was valid after a later one was announced.
 *
 * @param process which had the earlier leadership
 * @param laterAnnounced the time at which the later leadership had begun
 * @param validUntil a time at which the earlier leadership was still valid
 */
public record OverlappingTenures(String process, String laterProcess, long laterAnnounced, long validUntil) {}
