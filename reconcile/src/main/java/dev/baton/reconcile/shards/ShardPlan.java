package dev.baton.reconcile.shards;

import java.util.List;
import java.util.Optional;

/**
 * A rule that assigns shards to replicas. The default keeps shares within one of each other and moves few shards; another
 * rule can, for example, keep shards near their data.
 *
 * <p>Every replica computes the plan by itself, so it must be a pure function: the same members, in any order, give the same
 * owners. It decides only where a shard should be. Whatever it returns, no shard has two owners.
 *
 * <pre>{@code
 * ShardPlan pinned = (count, members) -> IntStream.range(0, count)
 *         .mapToObj(shard -> members.stream().map(ShardMember::id).filter(id -> id.endsWith(zoneOf(shard))).findFirst())
 *         .toList();
 * Shards.of(baton, "orders", 64, ShardSettings.defaults().withPlan(pinned));
 * }</pre>
 */
@FunctionalInterface
public interface ShardPlan {

    /**
     * Returns the owner of each shard.
     *
     * @param count the number of shards
     * @param members the replicas that may own shards, ordered by id
     * @return for each shard in order the id of one of the members, or empty for no owner
     */
    List<Optional<String>> owners(int count, List<ShardMember> members);
}
