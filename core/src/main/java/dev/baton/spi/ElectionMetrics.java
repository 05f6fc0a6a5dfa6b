package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * What one member of a group can say of one election in numbers.
 *
 * @param elections how many leaders it has seen elected
 * @param convergence how long the last election took, from the moment it knew of no leader
 * @param state follower, candidate or leader
 * @param lastLeader who was elected last, empty when nobody was
 * @param leaseRemaining how long it may still lead without news; zero when it does not
 */
public record ElectionMetrics(
        long elections, Optional<Duration> convergence, String state, String lastLeader, Duration leaseRemaining) {}
