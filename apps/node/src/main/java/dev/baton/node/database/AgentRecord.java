package dev.baton.node.database;

/**
 * An agent as stored in the database.
 *
 * @param deleted whether the agent was deleted since it was last seen
 * @param leases the number of its current leases
 */
public record AgentRecord(
        String name, boolean deleted, long firstSeenMillis, long lastSeenMillis, long leaderEpoch, int leases) {}
