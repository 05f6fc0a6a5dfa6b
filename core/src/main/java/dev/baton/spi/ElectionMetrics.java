package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * The metrics of one election, as one process counts them.
 *
 * <pre>{@code
 * new ElectionMetrics(3, Optional.of(Duration.ofMillis(240)), "follower", "replica-2", Duration.ZERO);
 * }</pre>
 *
 * @param elections the number of leaders elected
 * @param convergence how long the last election took, from the moment without a known leader
 * @param state {@code follower}, {@code candidate} or {@code leader}
 * @param lastLeader the instance id of the last leader; empty if there was none
 * @param leaseRemaining how long this process may still lead without renewal; zero if it does not lead
 */
public record ElectionMetrics(
        long elections, Optional<Duration> convergence, String state, String lastLeader, Duration leaseRemaining) {}
