package dev.baton.lease;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.store.StoredObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** One candidate of the lease backend. */
final class LeaseContender implements Contender {
    private final LeaseBackend backend;
    private final ContenderSettings settings;
    private final String candidate = UUID.randomUUID().toString();
    private final AtomicLong withdrawals = new AtomicLong();
    private volatile long releasing;
    private volatile long duplicateVersion;
    private volatile boolean duplicateReported;

    LeaseContender(LeaseBackend backend, ContenderSettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    String election() {
        return settings.election();
    }

    String instanceId() {
        return settings.instanceId();
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

    LeaseDecision.Requester requester() {
        return new LeaseDecision.Requester(
                backend.process(), candidate, instanceId(), backend.options().ttl());
    }

    LeaseRecord lease(long epoch) {
        return new LeaseRecord(
                instanceId(),
                epoch,
                candidate,
                backend.process(),
                backend.options().ttl(),
                settings.url());
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        return backend.requests()
                .submit(() -> new LeaseAcquisition(backend, this, floor).run())
                .exceptionally(failed -> new AcquireOutcome.Unknown(backend.explain(election(), failed)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return backend.renew(List.of(claim)).thenApply(answers -> outcome(claim, answers));
    }

    private static RenewOutcome outcome(Claim claim, Map<Claim, RenewOutcome> answers) {
        return Optional.ofNullable(answers.get(claim))
                .orElseGet(() -> new RenewOutcome.Unknown(new IllegalStateException("no answer for " + claim)));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        Optional<HeldLease> held = backend.heldLeases().of(claim).filter(one -> one.contender() == this);
        if (held.isEmpty()) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        releasing = claim.epoch();
        return backend.requests()
                .submit(() -> new LeaseRelease(backend, this).release(held.get(), request))
                .exceptionally(failed -> new ReleaseOutcome.Unknown(backend.explain(election(), failed)));
    }

    @Override
    public CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        backend.heldLeases()
                .of(election())
                .ifPresent(held -> releasing = held.lease().epoch());
        return backend.requests().run(() -> new LeaseRelease(backend, this).drop());
    }

    @Override
    public void close() {
        backend.forget(this);
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
                        && !holder.process().name().equals(backend.process().name()));
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
                    backend.process().identity().pid());
        }
    }
}
