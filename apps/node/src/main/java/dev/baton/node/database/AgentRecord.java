package dev.baton.node.database;

/**
 * An agent as the ledger knows it.
 *
 * @param deleted whether somebody deleted it since it was last seen
 * @param leases how many jobs it has
 */
public record AgentRecord(
        String name, boolean deleted, long firstSeenMillis, long lastSeenMillis, long leaderEpoch, int leases) {}
