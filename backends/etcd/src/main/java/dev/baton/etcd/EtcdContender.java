package dev.baton.etcd;

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
import dev.baton.spi.recipe.LocalContenders;
import dev.baton.spi.recipe.QueuedContender;
import dev.baton.spi.recipe.Seat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** One candidate on etcd. */
final class EtcdContender implements Contender, QueuedContender {
    private final EtcdContext context;
    private final ContenderSettings settings;
    private final LocalContenders<EtcdContender> local;
    private final LiveCommandCheck liveCommands;
    private final String candidate = UUID.randomUUID().toString();
    private final AtomicLong withdrawals = new AtomicLong();

    EtcdContender(EtcdContext context, ContenderSettings settings, LocalContenders<EtcdContender> local) {
        this.context = context;
        this.settings = settings;
        this.local = local;
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

    String url() {
        return settings.url();
    }

    @Override
    public ContenderSignals signals() {
        return settings.signals();
    }

    long withdrawals() {
        return withdrawals.get();
    }

    CandidateRecord record() {
        return new CandidateRecord(candidate, settings.priority());
    }

    boolean wrote(CandidateRecord found) {
        return found.candidate().equals(candidate);
    }

    Optional<AcquireOutcome.HeldBy> delay(CommandRecord running) {
        return liveCommands.delay(running.holder(), running.epoch(), Optional.of(running.command()));
    }

    EtcdRemoval removal() {
        return new EtcdRemoval(context, local);
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        // Counted when the attempt is asked for: it may be withdrawn while it waits for its turn.
        long before = withdrawals.get();
        return context.threads()
                .submit(election(), () -> new EtcdAcquisition(context, this, floor, before).run())
                .exceptionally(failed -> new AcquireOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        RenewOutcome noAnswer = new RenewOutcome.Unknown(new IllegalStateException("no answer for " + claim));
        return context.threads()
                .renewal(() -> new EtcdRenewal(context, local).renew(List.of(claim), 0))
                .thenApply(all -> all.getOrDefault(claim, noAnswer))
                .exceptionally(failed -> new RenewOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        Optional<Seat<EtcdContender, EtcdLease>> held =
                context.seats().of(claim).filter(seat -> seat.isOf(this));
        // From here on the end of the key is expected.
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
        local.remove(this);
        boolean stands = context.seats()
                .of(election())
                .filter(seat -> seat.isOf(this) && seat.use() == Seat.Use.STANDING)
                .isPresent();
        if (stands) {
            withdraw();
        }
    }
}
