package dev.baton.reconcile.shards;

import dev.baton.Leadership;

/**
 * The work of the owner of a shard. {@link dev.baton.LeaderWork} describes when it starts, is interrupted and awaited.
 *
 * <pre>{@code
 * shards.whileOwning((shard, leadership) -> consume(shard, leadership));
 * }</pre>
 */
@FunctionalInterface
public interface ShardWork {

    /** Does the work for one shard in one tenure. */
    void run(int shard, Leadership leadership) throws Exception;
}
