package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One candidate of the PostgreSQL backend. */
final class PostgresContender implements Contender {
    private final PostgresBackend backend;
    private final ContenderSettings settings;
    private final AdvisoryKeys keys;
    private final AtomicLong withdrawals = new AtomicLong();
    private final AtomicLong highestEndedEpoch = new AtomicLong(-1);
    private volatile boolean holderUnknown;

    PostgresContender(PostgresBackend backend, ContenderSettings settings) {
        this.backend = backend;
        this.settings = settings;
        this.keys = backend.store().options().keysOf(settings.election());
    }

    String election() {
        return settings.election();
    }

    String instanceId() {
        return settings.instanceId();
    }

    AdvisoryKeys keys() {
        return keys;
    }

    ContenderSettings settings() {
        return settings;
    }

    long withdrawals() {
        return withdrawals.get();
    }

    /** Notes that the tenure with this epoch has ended, and tries to acquire. */
    void tenureEnded(long epoch) {
        highestEndedEpoch.accumulateAndGet(epoch, Math::max);
        settings.signals().tryNow();
    }

    /** Notes that a new leader began. A candidate that does not know which process to wait for tries again. */
    void tenureBegan() {
        if (holderUnknown) {
            settings.signals().tryNow();
        }
    }

    void setHolderUnknown(boolean unknown) {
        holderUnknown = unknown;
    }

    /** Returns whether the tenure with this epoch has ended, so that its lock will be free soon. */
    boolean hasEnded(long epoch) {
        return highestEndedEpoch.get() >= epoch;
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        return new LockAcquisition(backend, this, floor)
                .run()
                .exceptionally(failed -> new AcquireOutcome.Unknown(explain(failed)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return new ClaimRecovery(backend, this, claim, withdrawals())
                .run()
                .exceptionally(failed -> new RenewOutcome.Unknown(explain(failed)));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        Optional<HeldLock> held = backend.heldLocks()
                .find(this)
                .filter(lock ->
                        lock.epoch() == claim.epoch() && claim.instanceId().equals(instanceId()));
        if (held.isEmpty() || claim.epoch() == 0) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        return new PostgresRelease(backend, held.get(), request)
                .run()
                .exceptionally(failed -> new ReleaseOutcome.Unknown(explain(failed)));
    }

    /** Frees the lock if it is held. A session that does not respond in time is aborted, which frees it too. */
    @Override
    public CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        CompletableFuture<Void> done = PostgresRelease.abandon(backend, this);
        long timeoutMillis =
                Math.max(1_000, backend.store().options().requestTimeout().toMillis());
        done.copy().orTimeout(timeoutMillis, TimeUnit.MILLISECONDS).exceptionally(late -> {
            backend.lock().abort();
            return null;
        });
        return done;
    }

    @Override
    public void close() {
        backend.remove(this);
    }

    Throwable explain(Throwable failed) {
        return SqlErrors.explain("election " + election(), backend.describe(), failed);
    }

    AcquireOutcome withdrawnOutcome() {
        return new AcquireOutcome.Unknown(
                new LockException("election " + election() + ": the candidate withdrew during the attempt"));
    }
}
