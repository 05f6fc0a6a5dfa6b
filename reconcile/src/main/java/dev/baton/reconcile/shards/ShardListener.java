package dev.baton.reconcile.shards;

import dev.baton.CandidateEvent;

/** Receives the events of this replica for every shard that it owns or is a standby for, in order for each shard. */
@FunctionalInterface
public interface ShardListener {

    /** Handles the event. It must not block for long. */
    void handle(int shard, CandidateEvent event);
}
