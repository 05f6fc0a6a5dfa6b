package dev.baton.console.watch;

import java.time.Instant;

/**
 * The last status of a leader whose tenure is over.
 *
 * @param epoch the epoch of the tenure
 * @param seen when the leader published the status
 */
record FormerLeader(long epoch, Instant seen) {}
