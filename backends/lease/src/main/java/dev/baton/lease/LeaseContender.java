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
    private final ContenderSettings contest;
    private final String candidate = UUID.randomUUID().toString();
    private final AtomicLong withdrawals = new AtomicLong();
    private volatile long leaving;
    private volatile long namesakeVersion;
    private volatile boolean complained;

    LeaseContender(LeaseBackend backend, ContenderSettings contest) {
        this.backend = backend;
        this.contest = contest;
    }

    String election() {
        return contest.election();
    }

    String instanceId() {
        return contest.instanceId();
    }

    String candidate() {
        return candidate;
    }

    ContenderSignals signals() {
        return contest.signals();
    }

    long withdrawals() {
        return withdrawals.get();
    }

    LeaseDecision.Asker asker() {
        return new LeaseDecision.Asker(
                backend.process(), candidate, instanceId(), backend.options().ttl());
    }

    LeaseRecord lease(long epoch) {
        return new LeaseRecord(
                instanceId(),
                epoch,
                candidate,
                backend.process(),
                backend.options().ttl(),
                contest.url());
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        return backend.requests()
                .ask(() -> new LeaseAcquisition(backend, this, floor).run())
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
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure) {
        Optional<HeldLease> holding = backend.holdings().of(claim).filter(held -> held.contender() == this);
        if (holding.isEmpty()) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        leaving = claim.epoch();
        return backend.requests()
                .ask(() -> new LeaseRelease(backend, this).release(holding.get(), departure))
                .exceptionally(failed -> new ReleaseOutcome.Unknown(backend.explain(election(), failed)));
    }

    @Override
    public CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        backend.holdings()
                .of(election())
                .ifPresent(held -> leaving = held.lease().epoch());
        return backend.requests().run(() -> new LeaseRelease(backend, this).drop());
    }

    @Override
    public void close() {
        backend.forget(this);
    }

    /** Whether this candidate is giving the reign back, so that its end is no news. */
    boolean isLeaving(long epoch) {
        return leaving == epoch;
    }

    /**
     * Two live processes under one instance id is a mistake of whoever started them; said once, when the other was
     * seen to renew.
     */
    void complainIfSameId(ElectionSnapshot standing) {
        Optional<LeaseRecord> namesake = standing.lease()
                .filter(holder -> holder.holder().equals(instanceId())
                        && !holder.process().name().equals(backend.process().name()));
        if (namesake.isEmpty() || complained) {
            return;
        }
        long version = standing.leaseRow().map(StoredObject::resourceVersion).orElse(0L);
        boolean lives = namesakeVersion != 0 && namesakeVersion != version;
        namesakeVersion = version;
        if (lives) {
            complained = true;
            LeaseBackend.LOG.error(
                    "election={} two live processes call themselves {}: pid {} holds the lease and pid {} wants it;"
                            + " give each its own instance id",
                    election(),
                    instanceId(),
                    namesake.get().process().pid(),
                    backend.process().pid());
        }
    }
}
