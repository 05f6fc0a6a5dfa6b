package dev.baton.reconcile.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
    private volatile String failure = "";

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
        store.read().whenComplete((layout, unread) -> {
            if (layout == null) {
                failed("could not read the number of shards of " + store.name(), unread, batch);
            } else if (layout.isNone()) {
                storeFirst().whenComplete((stored, refused) -> {
                    if (stored == null) {
                        failed("could not store the number of shards of " + store.name(), refused, batch);
                    } else if (stored) {
                        read(batch);
                    } else {
                        putBack(batch);
                    }
                });
            } else {
                end(batch, layout.refusal(store.name(), count));
            }
        });
    }

    /** Stores the number, unless there is one after all. Returns false if another replica is storing it now. */
    private CompletionStage<Boolean> storeFirst() {
        return store.store(ShardLayout.firstBegun(store.name(), count))
                .thenCompose(begun -> begun ? store.read().thenCompose(this::storeIfNone) : done(false));
    }

    private CompletionStage<Boolean> storeIfNone(ShardLayout layout) {
        return layout.isNone()
                ? store.store(ShardLayout.firstDone(store.name(), count)).thenApply(stored -> true)
                : done(true);
    }

    private static CompletionStage<Boolean> done(boolean result) {
        return CompletableFuture.completedFuture(result);
    }

    /** Returns why the last request to the store failed; empty if it did not. */
    Optional<String> failure() {
        return Optional.of(failure).filter(why -> !why.isEmpty());
    }

    private void failed(String what, @Nullable Throwable cause, List<CompletableFuture<Void>> batch) {
        if (failure.isEmpty()) {
            Shards.LOG.warn("{}; no work begins on a shard before that; retrying: {}", what, String.valueOf(cause));
        }
        failure = what + ": " + cause;
        putBack(batch);
    }

    private synchronized void putBack(List<CompletableFuture<Void>> batch) {
        waiting.addAll(batch);
        reading = false;
    }

    private void end(List<CompletableFuture<Void>> batch, Optional<String> refusal) {
        failure = "";
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
