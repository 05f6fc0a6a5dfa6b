package dev.baton.reconcile.shards;

import dev.baton.CandidateEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The user's listeners of one replica. One that throws affects no other, nor what the replica itself does. Thread-safe. */
final class ShardListeners {
    private final List<ShardListener> listeners = new CopyOnWriteArrayList<>();

    void add(ShardListener listener) {
        listeners.add(listener);
    }

    /** Passes an event of a shard to all listeners. Never throws. */
    void call(int shard, CandidateEvent event) {
        for (ShardListener listener : listeners) {
            try {
                listener.handle(shard, event);
            } catch (RuntimeException | Error failed) {
                Shards.LOG.error("a listener of shard {} failed", shard, failed);
            }
        }
    }
}
