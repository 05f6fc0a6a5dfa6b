package dev.baton.reconcile.shards;

import dev.baton.ConnectionException;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.TransferRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Where the number of shards of a job is stored: in the same store as its shards, whichever that is. */
record ShardLayoutStore(Backend backend, String name, String instanceId) {

    CompletionStage<ShardLayout> read() {
        return attempt(() -> backend.elections().thenApply(elections -> ShardLayout.of(name, elections)));
    }

    /**
     * Stores the existence of an election: its claim is acquired, which is durable, and released. Returns false if another
     * instance holds it: then that one has stored it.
     */
    CompletionStage<Boolean> store(String election) {
        return attempt(() -> acquireOnce(election));
    }

    /** A request that cannot even begin, for example because there is no thread for it, has failed like any other. */
    private static <T> CompletionStage<T> attempt(Supplier<CompletionStage<T>> request) {
        try {
            return request.get();
        } catch (RuntimeException | Error notBegun) {
            return CompletableFuture.failedFuture(notBegun);
        }
    }

    private CompletionStage<Boolean> acquireOnce(String election) {
        Contender contender = backend.contend(new ContenderSettings(election, instanceId, 0, "", new NoSignals()));
        return contender
                .acquire(0)
                .thenCompose(outcome -> outcome.match(
                        won -> contender
                                .release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED))
                                .<Boolean>thenApply(released -> true),
                        held -> CompletableFuture.<Boolean>completedFuture(false),
                        unknown -> CompletableFuture.<Boolean>failedFuture(failed(election, unknown))))
                .whenComplete(
                        (done, failure) -> contender.withdraw().whenComplete((end, ignored) -> contender.close()));
    }

    private ConnectionException failed(String election, AcquireOutcome.Unknown unknown) {
        return new ConnectionException(
                "storing " + election + " in " + backend.describe() + " failed", unknown.cause());
    }

    private static final class NoSignals implements ContenderSignals {
        @Override
        public void tryNow() {}

        @Override
        public void claimGone(long epoch, EndReason reason) {}

        @Override
        public void transferRequested(TransferRequest request) {}
    }
}
