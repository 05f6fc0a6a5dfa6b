package dev.baton.zookeeper;

import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.recipe.CommandRecord;
import dev.baton.spi.recipe.QueuedContender;
import dev.baton.spi.recipe.Seat;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** One candidate on ZooKeeper. */
final class ZkContender implements Contender, QueuedContender {
    private final ZkContext context;
    private final ContenderSettings settings;
    private final ElectionParents parents;
    private final LiveCommandCheck liveCommands;
    private final AtomicLong withdrawals = new AtomicLong();

    ZkContender(ZkContext context, ContenderSettings settings, ElectionParents parents) {
        this.context = context;
        this.settings = settings;
        this.parents = parents;
        this.liveCommands = new LiveCommandCheck(settings, context.clock()::nanos);
    }

    @Override
    public String election() {
        return settings.election();
    }

    @Override
    public String instanceId() {
        return settings.instanceId();
    }

    @Override
    public ContenderSignals signals() {
        return settings.signals();
    }

    String url() {
        return settings.url();
    }

    /** How often the session is written to while this candidate leads. */
    Duration renewInterval() {
        return context.options().renewInterval(settings.renewInterval());
    }

    int priority() {
        return settings.priority();
    }

    ElectionParents parents() {
        return parents;
    }

    long withdrawals() {
        return withdrawals.get();
    }

    Optional<AcquireOutcome.HeldBy> delay(CommandRecord running) {
        return liveCommands.delay(running.holder(), running.epoch(), Optional.of(running.command()));
    }

    ZkRemoval removal() {
        return new ZkRemoval(context);
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        // Counted when the attempt is asked for: it may be withdrawn while it waits for its turn.
        long before = withdrawals.get();
        return context.threads()
                .submit(election(), () -> new ZkAcquisition(context, this, floor, before).run())
                .exceptionally(failed -> new AcquireOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        RenewOutcome noAnswer = new RenewOutcome.Unknown(new IllegalStateException("no answer for " + claim));
        return context.threads()
                .renewal(() -> new ZkRenewal(context).renew(List.of(claim), 0))
                .thenApply(all -> all.getOrDefault(claim, noAnswer))
                .exceptionally(failed -> new RenewOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        Optional<Seat<ZkContender, CandidateNode>> held =
                context.seats().of(claim).filter(seat -> seat.isOf(this));
        // From here on the end of the node is expected.
        if (held.isEmpty()
                || !context.seats().replace(election(), held.get(), held.get().removing())) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        return context.threads()
                .submit(
                        election(),
                        () -> removal().release(election(), held.get().removing(), request))
                .exceptionally(failed -> new ReleaseOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        return context.threads().run(election(), this::removeOwn);
    }

    private void removeOwn() {
        context.seats()
                .of(election())
                .filter(seat -> seat.isOf(this))
                .ifPresent(seat -> removal().remove(election(), seat, EndReason.SESSION_CLOSED));
    }

    @Override
    public void close() {
        context.local().remove(this);
        boolean stands = context.seats()
                .of(election())
                .filter(seat -> seat.isOf(this) && seat.use() == Seat.Use.STANDING)
                .isPresent();
        if (stands) {
            withdraw();
        }
    }
}
