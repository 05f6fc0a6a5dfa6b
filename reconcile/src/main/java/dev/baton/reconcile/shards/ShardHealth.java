package dev.baton.reconcile.shards;

/**
 * What this replica does for one shard, and why.
 *
 * @param state what it does
 * @param reason the state in words; for failing work with the number of failures and the last cause
 */
public record ShardHealth(State state, String reason) {

    /** What a replica does for a shard. */
    public enum State {
        /** Another replica owns the shard, or should. */
        ELSEWHERE,
        /** This replica is a standby for the shard. */
        STANDBY,
        /** This replica has acquired the shard and confirms the number of shards before it begins. */
        STARTING,
        /** This replica owns the shard. */
        OWNED,
        /** This replica owns the shard, and its work has failed the last time. It runs again after a delay. */
        FAILING,
        /** The work of this replica for the shard is ending. */
        DRAINING,
        /** This replica takes part in no shard. */
        REFUSED
    }

    /** Returns whether nothing is wrong with the shard on this replica. */
    public boolean isGood() {
        return state != State.FAILING && state != State.REFUSED;
    }
}
