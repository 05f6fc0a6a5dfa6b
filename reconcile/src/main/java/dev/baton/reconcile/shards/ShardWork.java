package dev.baton.reconcile.shards;

import dev.baton.Leadership;

/** What the owner of a shard does; see {@link dev.baton.LeaderWork} for when it starts, is interrupted and awaited. */
@FunctionalInterface
public interface ShardWork {

    /** Does it, for one shard in one reign. */
    void run(int shard, Leadership leadership) throws Exception;
}
