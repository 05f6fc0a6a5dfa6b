package dev.baton.reconcile.shards;

import java.util.BitSet;

/**
 * One replica, as the others see it.
 *
 * @param priority shards go to the healthy replicas of the highest priority that is there
 * @param weight its share, in proportion to the weights of the others; 0: it wants none
 * @param healthy whether it may own anything
 * @param held the shards it says it holds; not to be changed
 */
record ShardReplica(String id, int priority, int weight, boolean healthy, BitSet held) {

    /** The same with other shards. */
    ShardReplica holding(BitSet shards) {
        return new ShardReplica(id, priority, weight, healthy, shards);
    }

    boolean mayOwn() {
        return healthy && weight > 0;
    }
}
