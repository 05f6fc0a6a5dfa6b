package dev.baton.reconcile.shards;

import dev.baton.InstanceStatus;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.TransferRequest;
import dev.baton.testkit.ForwardingBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** The connection of one process to its store, which can be cut, or have no thread to send a request. */
final class FaultyBackend extends ForwardingBackend {
    /** Whether every request fails. */
    volatile boolean cut;

    /** Whether every request to the roster, and for the names of the elections, throws. */
    volatile boolean rejecting;

    /** What it has seen of the names of the elections, until it acquires something: as a member of a group that was away. */
    volatile Optional<List<String>> outdated = Optional.empty();

    FaultyBackend(Backend real) {
        super(real);
    }

    private <T> CompletionStage<T> send(Supplier<CompletionStage<T>> request) {
        return cut ? CompletableFuture.failedFuture(new IllegalStateException("cut off")) : request.get();
    }

    private <T> CompletionStage<T> sendOrThrow(Supplier<CompletionStage<T>> request) {
        if (rejecting) {
            throw new RejectedExecutionException("no thread for the request");
        }
        return send(request);
    }

    @Override
    public CompletionStage<List<String>> elections() {
        Optional<List<String>> seen = outdated;
        return sendOrThrow(() -> seen.isPresent() ? CompletableFuture.completedFuture(seen.get()) : super.elections());
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return send(() -> super.renew(claims));
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        return new ForwardingContender(super.contend(settings)) {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                return send(() -> super.acquire(floor).thenApply(outcome -> {
                    if (outcome instanceof AcquireOutcome.Won) {
                        outdated = Optional.empty();
                    }
                    return outcome;
                }));
            }

            @Override
            public CompletionStage<RenewOutcome> reclaim(Claim claim) {
                return send(() -> super.reclaim(claim));
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
                return send(() -> super.release(claim, request));
            }
        };
    }

    @Override
    public Roster roster() {
        Roster real = super.roster();
        return new Roster() {
            @Override
            public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
                return sendOrThrow(() -> real.announce(statuses));
            }

            @Override
            public CompletionStage<List<InstanceStatus>> list(String election) {
                return sendOrThrow(() -> real.list(election));
            }

            @Override
            public CompletionStage<List<InstanceStatus>> prioritised() {
                return sendOrThrow(real::prioritised);
            }

            @Override
            public CompletionStage<Void> send(TransferRequest request) {
                return FaultyBackend.this.send(() -> real.send(request));
            }
        };
    }
}
