package dev.baton.reconcile.shards;

import dev.baton.CandidateEvent;

/** Hears what happens to this replica in every shard it owns or stands by for: in order for each shard. */
@FunctionalInterface
public interface ShardListener {

    /** Handles it, soon. */
    void handle(int shard, CandidateEvent event);
}
