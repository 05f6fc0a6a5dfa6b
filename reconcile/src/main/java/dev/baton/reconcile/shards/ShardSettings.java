package dev.baton.reconcile.shards;

import dev.baton.CandidateSettings;
import dev.baton.HealthCheck;
import java.util.Optional;

/**
 * How a replica takes part in shards.
 *
 * @param weight its share, in proportion to the weights of the others; 0: it stands by for nothing
 * @param replica its id, its durations, its health gate (asked about every second), and its priority: shards go to
 *     the healthy replicas of the highest priority that is there, lower ones wait until there is none
 */
public record ShardSettings(int weight, CandidateSettings replica) {
    private static final int HEAVIEST = 100_000;

    public ShardSettings {
        if (weight < 0 || weight > HEAVIEST) {
            throw new IllegalArgumentException("weight must be 0 to " + HEAVIEST + ", but is " + weight);
        }
    }

    /** Weight 1, and the store's defaults. */
    public static ShardSettings defaults() {
        return new ShardSettings(1, CandidateSettings.defaults());
    }

    /** The same with another weight. */
    public ShardSettings withWeight(int value) {
        return new ShardSettings(value, replica);
    }

    /** The same with other settings of the replica. */
    public ShardSettings withReplica(CandidateSettings value) {
        return new ShardSettings(weight, value);
    }

    /** What the candidate of one shard runs on: one reign, then it is thought over again. */
    CandidateSettings seat(String instanceId) {
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
                replica.stopSignal());
    }
}
