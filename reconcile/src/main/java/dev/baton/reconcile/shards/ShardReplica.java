package dev.baton.reconcile.shards;

import java.util.BitSet;

/**
 * One replica as the others see it.
 *
 * @param priority shards are assigned to the healthy replicas of the highest priority that is present
 * @param weight its share, in proportion to the weights of the others; 0 for none
 * @param healthy whether it may own shards
 * @param held the shards that it reports to hold; must not be modified
 */
record ShardReplica(String id, int priority, int weight, boolean healthy, BitSet held) {

    /** Returns this replica with other shards. */
    ShardReplica holding(BitSet shards) {
        return new ShardReplica(id, priority, weight, healthy, shards);
    }

    boolean mayOwn() {
        return healthy && weight > 0;
    }
}
