package dev.baton.node.database;

/**
 * The term of one leader.
 *
 * @param url the URL of the leader
 * @param lockEpoch the epoch of the election; leader_epoch is never lower
 */
public record LeaderTerm(long leaderEpoch, String nodeId, String url, long lockEpoch) {}
