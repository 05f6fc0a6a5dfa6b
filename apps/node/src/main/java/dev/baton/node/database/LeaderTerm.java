package dev.baton.node.database;

/**
 * One leader's time in office.
 *
 * @param url where the leader is reached
 * @param lockEpoch the epoch of the lock it was elected with; leader_epoch is never lower
 */
public record LeaderTerm(long leaderEpoch, String nodeId, String url, long lockEpoch) {}
