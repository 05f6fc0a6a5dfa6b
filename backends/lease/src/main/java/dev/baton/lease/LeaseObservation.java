package dev.baton.lease;

import java.time.Duration;

/**
 * What a process has observed of the records of one election.
 *
 * @param unchangedFor how long it has seen them unchanged, on its monotonic clock
 * @param longestTtl the longest ttl that it has read for the current epoch; zero if none
 */
record LeaseObservation(Duration unchangedFor, Duration longestTtl) {}
