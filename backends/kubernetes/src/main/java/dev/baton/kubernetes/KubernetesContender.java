package dev.baton.kubernetes;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** One candidate on Kubernetes. */
final class KubernetesContender implements Contender {
    private final KubernetesContext context;
    private final ContenderSettings settings;
    private final LocalCandidacies local;
    private final LiveCommandCheck liveCommands;
    private final String candidate = UUID.randomUUID().toString();
    private final AtomicLong withdrawals = new AtomicLong();
    private volatile boolean attempted;
    private volatile String uncertainVersion = "";
    private volatile long releasing;

    KubernetesContender(KubernetesContext context, ContenderSettings settings, LocalCandidacies local) {
        this.context = context;
        this.settings = settings;
        this.local = local;
        this.liveCommands = new LiveCommandCheck(settings, context.clock()::nanos);
    }

    String election() {
        return settings.election();
    }

    String instanceId() {
        return settings.instanceId();
    }

    String url() {
        return settings.url();
    }

    String candidate() {
        return candidate;
    }

    ContenderSignals signals() {
        return settings.signals();
    }

    long withdrawals() {
        return withdrawals.get();
    }

    /** Returns the version that a write without an answer was based on; empty if there is none. */
    String uncertainVersion() {
        return uncertainVersion;
    }

    /** Remembers that a write that is based on this version may still be applied. Empty: no longer. */
    void setUncertainVersion(String version) {
        uncertainVersion = version;
    }

    boolean isReleasing(long epoch) {
        return releasing == epoch;
    }

    TakeDecision decide(ElectionLease lease) {
        return TakeDecision.of(
                lease,
                new TakeDecision.Knowledge(
                        instanceId(),
                        candidate,
                        context.unchangedFor(election(), lease),
                        context.options().ttl(),
                        local::contains,
                        running ->
                                liveCommands.delay(running.holder(), running.epoch(), Optional.of(running.command()))));
    }

    private TenureRelease release() {
        return new TenureRelease(context, this, local);
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        // Counted when the attempt is asked for: it may be withdrawn while it waits for its turn.
        long before = withdrawals.get();
        attempted = true;
        return context.threads()
                .submit(election(), () -> new LeaseTaking(context, this, release(), floor, before).run())
                .exceptionally(failed -> new AcquireOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return context.threads()
                .submit(election(), () -> new LeaseRenewals(context).renew(claim))
                .exceptionally(failed -> new RenewOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        Optional<HeldTenure> held = context.held().of(claim).filter(one -> one.contender() == this);
        if (held.isEmpty()) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        releasing = claim.epoch();
        return context.threads()
                .submit(election(), () -> release().release(held.get(), request))
                .exceptionally(failed -> new ReleaseOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        if (!attempted) {
            return CompletableFuture.completedFuture(null);
        }
        context.held()
                .of(election())
                .filter(held -> held.contender() == this)
                .ifPresent(held -> releasing = held.epoch());
        return context.threads().run(election(), release()::drop);
    }

    @Override
    public void close() {
        local.remove(this);
        if (local.all().stream().noneMatch(other -> other.election().equals(election()))) {
            context.timers().forget(election());
        }
    }
}
