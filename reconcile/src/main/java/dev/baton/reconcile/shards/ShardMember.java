package dev.baton.reconcile.shards;

import java.util.Set;

/**
 * A replica that may own shards, as a {@link ShardPlan} sees it.
 *
 * @param id its instance id
 * @param weight its share, in proportion to the weights of the others; at least 1
 * @param held the shards that it holds now
 */
public record ShardMember(String id, int weight, Set<Integer> held) {}
