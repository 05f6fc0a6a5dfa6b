package dev.baton.lease;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.store.StoredObject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** One candidate of the lease context. */
final class LeaseContender implements Contender {
    private final LeaseContext context;
    private final ContenderSettings settings;
    private final RecordPoller poller;
    private final LiveCommandCheck liveCommands;
    private final String candidate = UUID.randomUUID().toString();
    private final AtomicLong withdrawals = new AtomicLong();
    private volatile long releasing;
    private volatile long duplicateVersion;
    private volatile boolean duplicateReported;

    LeaseContender(LeaseContext context, ContenderSettings settings, RecordPoller poller) {
        this.context = context;
        this.settings = settings;
        this.poller = poller;
        this.liveCommands = new LiveCommandCheck(settings, context.clock()::nanos);
    }

    String election() {
        return settings.election();
    }

    String instanceId() {
        return settings.instanceId();
    }

    ContenderSignals signals() {
        return settings.signals();
    }

    long withdrawals() {
        return withdrawals.get();
    }

    /** Decides whether this candidate may take the lease, after the reading of this number. */
    LeaseDecision decide(ElectionSnapshot snapshot, long reading) {
        LeaseObservation seen = context.timers().observe(election(), snapshot, reading);
        return LeaseDecision.of(snapshot, lease(0), seen, context::hasEnded, this::delay);
    }

    /** Notices soon when the present holder releases. */
    void watch(ElectionSnapshot snapshot) {
        snapshot.holder().map(LeaseRecord::process).ifPresent(poller::watch);
    }

    private Optional<AcquireOutcome.HeldBy> delay(EpochRecord.RecordedCommand recorded) {
        return liveCommands.delay(recorded.holder(), recorded.epoch(), Optional.of(recorded.command()));
    }

    /** Returns the record of a lease of this candidate. */
    LeaseRecord lease(long epoch) {
        return new LeaseRecord(
                instanceId(),
                epoch,
                candidate,
                context.process(),
                context.options().ttl(),
                settings.url());
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        // Counted when the attempt is asked for: it may be withdrawn while it waits for its turn.
        long before = withdrawals.get();
        return context.requests()
                .submit(() -> new LeaseAcquisition(context, this, floor, before).run())
                .exceptionally(failed -> new AcquireOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        RenewOutcome noAnswer = new RenewOutcome.Unknown(new IllegalStateException("no answer for " + claim));
        return new LeaseRenewal(context).submit(List.of(claim)).thenApply(all -> all.getOrDefault(claim, noAnswer));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        Optional<HeldLease> held = context.heldLeases().of(claim).filter(one -> one.contender() == this);
        if (held.isEmpty()) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        releasing = claim.epoch();
        return context.requests()
                .submit(() -> new LeaseRelease(context, this).release(held.get(), request))
                .exceptionally(failed -> new ReleaseOutcome.Unknown(context.failure(election(), failed)));
    }

    @Override
    public CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        context.heldLeases()
                .of(election())
                .ifPresent(held -> releasing = held.lease().epoch());
        return context.requests().run(() -> new LeaseRelease(context, this).drop());
    }

    @Override
    public void close() {
        poller.remove(this);
    }

    /** Returns whether this candidate is releasing the claim, so that its end is expected. */
    boolean isReleasing(long epoch) {
        return releasing == epoch;
    }

    /**
     * Logs once that two live processes use the same instance id, which is a configuration error. The other process
     * must have been seen to renew.
     */
    void reportDuplicateId(ElectionSnapshot snapshot) {
        Optional<LeaseRecord> duplicate = snapshot.lease()
                .filter(holder -> holder.holder().equals(instanceId())
                        && !holder.process().name().equals(context.process().name()));
        if (duplicate.isEmpty() || duplicateReported) {
            return;
        }
        long version = snapshot.leaseRow().map(StoredObject::resourceVersion).orElse(0L);
        boolean alive = duplicateVersion != 0 && duplicateVersion != version;
        duplicateVersion = version;
        if (alive) {
            duplicateReported = true;
            LeaseBackend.LOG.error(
                    "election={} instance id {} is used by two live processes: pid {} holds the lease, pid {} tried to"
                            + " acquire it; give each process its own instance id",
                    election(),
                    instanceId(),
                    duplicate.get().process().identity().pid(),
                    context.process().identity().pid());
        }
    }
}
