package dev.baton.spi;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
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
 * @param leaseRemaining the time until the lease ends: of this process if it leads, otherwise of the leader that it knows;
 *     zero if it knows none
 */
public record ElectionMetrics(
        long elections, Optional<Duration> convergence, String state, String lastLeader, Duration leaseRemaining) {

    /** Returns the metrics under the names of the exported ones, in milliseconds; an unknown duration is left out. */
    public Map<String, Object> toMap() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("election_count", elections);
        convergence.ifPresent(taken -> fields.put("convergence_time_ms", taken.toNanos() / 1e6));
        fields.put("current_state", state);
        fields.put("last_leader_id", lastLeader);
        fields.put("lease_remaining_ms", leaseRemaining.toNanos() / 1e6);
        return fields;
    }
}
