package dev.baton.cli;

import dev.baton.Leadership;
import dev.baton.spi.Backend;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.RunningCommand;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The record of a running command in a store, if the store keeps such records. Delays a successor on this machine. */
final class CommandHold {
    private final Optional<CommandRecords> records;
    private volatile CompletableFuture<Void> cleared = CompletableFuture.completedFuture(null);

    CommandHold(Backend backend) {
        this(backend instanceof CommandRecords keeper ? Optional.of(keeper) : Optional.empty());
    }

    CommandHold(Optional<CommandRecords> records) {
        this.records = records;
    }

    /**
     * Records the command before it starts. Blocks until the store has answered, at most for the rest of the validity.
     *
     * @throws NoHoldException if the store does not contain the record
     */
    void record(Leadership leadership, RunningCommand command) throws NoHoldException, InterruptedException {
        if (records.isEmpty()) {
            return;
        }
        long millis = leadership.remaining().toMillis();
        try {
            boolean held = call(() -> records.get().record(leadership.election(), leadership.epoch(), command))
                    .get(millis, TimeUnit.MILLISECONDS);
            if (!held) {
                throw new NoHoldException("the claim of epoch " + leadership.epoch() + " is not held any more");
            }
        } catch (ExecutionException failed) {
            throw new NoHoldException(String.valueOf(failed.getCause()));
        } catch (TimeoutException late) {
            throw new NoHoldException("no answer within " + millis + " ms");
        }
    }

    /** Removes the record of a command that has ended. Does not block. */
    void clear(Leadership leadership, RunningCommand command) {
        records.ifPresent(keeper -> {
            // A failure does no harm: the next attempt sees that the command has ended.
            cleared = call(() -> keeper.clear(leadership.election(), command)).exceptionally(failed -> null);
        });
    }

    /** Completes when the last record was removed, or could not be. */
    CompletableFuture<Void> cleared() {
        return cleared;
    }

    private static <T> CompletableFuture<T> call(Supplier<CompletionStage<T>> request) {
        try {
            return request.get().toCompletableFuture();
        } catch (RuntimeException failed) {
            return CompletableFuture.failedFuture(failed);
        }
    }
}
