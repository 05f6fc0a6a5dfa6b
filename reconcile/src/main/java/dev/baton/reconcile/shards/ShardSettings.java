package dev.baton.reconcile.shards;

import dev.baton.CandidateSettings;
import dev.baton.HealthCheck;
import dev.baton.WorkFailurePolicy;
import java.util.Optional;

/**
 * The settings of a replica that shares work in shards.
 *
 * <pre>{@code
 * ShardSettings settings = ShardSettings.defaults().withWeight(2);
 * }</pre>
 *
 * @param weight its share, in proportion to the weights of the others; 0 for none
 * @param replica its id, durations, health check (run about every second) and priority: shards are assigned to the healthy
 *     replicas of the highest priority that is present; replicas of lower priority are standbys
 * @param plan the rule that assigns shards, the same for all replicas; empty for balanced shares with few moves
 */
public record ShardSettings(int weight, CandidateSettings replica, Optional<ShardPlan> plan) {
    private static final int MAX_WEIGHT = 100_000;

    public ShardSettings {
        if (weight < 0 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException("weight must be 0 to " + MAX_WEIGHT + ", but is " + weight);
        }
    }

    /** Creates settings with balanced shares. */
    public ShardSettings(int weight, CandidateSettings replica) {
        this(weight, replica, Optional.empty());
    }

    /** Returns weight 1 and the store's defaults. */
    public static ShardSettings defaults() {
        return new ShardSettings(1, CandidateSettings.defaults());
    }

    /** Returns these settings with another weight. */
    public ShardSettings withWeight(int value) {
        return new ShardSettings(value, replica, plan);
    }

    /** Returns these settings with other settings of the replica. */
    public ShardSettings withReplica(CandidateSettings value) {
        return new ShardSettings(weight, value, plan);
    }

    /** Returns these settings with another rule that assigns shards. */
    public ShardSettings withPlan(ShardPlan value) {
        return new ShardSettings(weight, replica, Optional.of(value));
    }

    /**
     * Returns the settings for the candidate of one shard. It does not reacquire: after each tenure the shards are
     * assigned again. Failed work runs again in place.
     */
    CandidateSettings candidateSettings(String instanceId) {
        return new CandidateSettings(
                Optional.of(instanceId),
                replica.url(),
                0,
                HealthCheck.ALWAYS,
                replica.healthInterval(),
                replica.retry(),
                false,
                replica.reconnectGrace(),
                replica.validity(),
                replica.renewInterval(),
                replica.stopGrace(),
                replica.drain(),
                replica.reacquireDelay(),
                replica.liveCommands(),
                WorkFailurePolicy.RETRY,
                replica.stopSignal());
    }
}
