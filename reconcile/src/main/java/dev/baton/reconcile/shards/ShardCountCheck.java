package dev.baton.reconcile.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Checks that the number of shards of this replica is the stored one, and stores it if none is. Requests that arrive while
 * the store is being read share the next read. Never blocks; thread-safe.
 */
final class ShardCountCheck {
    private final ShardLayoutStore store;
    private final int count;
    private final Consumer<String> onRefused;
    private List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private boolean reading;

    /** @param onRefused called with the reason if another number is stored */
    ShardCountCheck(ShardLayoutStore store, int count, Consumer<String> onRefused) {
        this.store = store;
        this.count = count;
        this.onRefused = onRefused;
    }

    /** Returns a stage that completes when a read that began after this call has found this replica's number. */
    CompletableFuture<Void> confirm() {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        synchronized (this) {
            waiting.add(confirmed);
        }
        retry();
        return confirmed;
    }

    /** Reads again if something waits, for example because the last read failed. */
    void retry() {
        List<CompletableFuture<Void>> batch;
        synchronized (this) {
            if (reading || waiting.isEmpty()) {
                return;
            }
            reading = true;
            batch = waiting;
            waiting = new ArrayList<>();
        }
        read(batch);
    }

    private void read(List<CompletableFuture<Void>> batch) {
        store.read().whenComplete((layout, failure) -> {
            if (layout == null) {
                Shards.LOG.debug("could not read the number of shards of {}; retrying", store.name(), failure);
                putBack(batch);
            } else if (layout.isNone()) {
                store.store(ShardLayout.done(store.name(), 1, count)).whenComplete((stored, refused) -> {
                    if (refused == null) {
                        read(batch);
                    } else {
                        Shards.LOG.debug("could not store the number of shards of {}; retrying", store.name(), refused);
                        putBack(batch);
                    }
                });
            } else {
                end(batch, layout.refusal(store.name(), count));
            }
        });
    }

    private synchronized void putBack(List<CompletableFuture<Void>> batch) {
        waiting.addAll(batch);
        reading = false;
    }

    private void end(List<CompletableFuture<Void>> batch, Optional<String> refusal) {
        synchronized (this) {
            reading = false;
        }
        if (refusal.isPresent()) {
            onRefused.accept(refusal.get());
        } else {
            batch.forEach(one -> one.complete(null));
            retry();
        }
    }
}
