package dev.baton.node.database;

import dev.baton.node.job.Labels;

/**
 * An agent as stored in the database.
 *
 * @param leases the number of its current leases
 */
public record AgentRecord(
        String name,
        AgentState state,
        Labels labels,
        long firstSeenMillis,
        long lastSeenMillis,
        long leaderEpoch,
        int leases) {}
