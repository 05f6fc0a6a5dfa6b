package dev.baton.node.database;

/**
 * The term of one leader.
 *
 * @param url the URL of the leader
 * @param lockEpoch the epoch of the election; leader_epoch is never lower
 * @param draining whether the leader is about to step down, and accepts only the results of its term
 */
public record LeaderTerm(long leaderEpoch, String nodeId, String url, long lockEpoch, boolean draining) {

    /** Creates a term that begins. */
    public LeaderTerm(long leaderEpoch, String nodeId, String url, long lockEpoch) {
        this(leaderEpoch, nodeId, url, lockEpoch, false);
    }
}
