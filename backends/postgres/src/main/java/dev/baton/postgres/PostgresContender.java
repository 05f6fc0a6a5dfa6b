package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
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
    private final ContenderSettings contest;
    private final AdvisoryKeys keys;
    private final AtomicLong withdrawals = new AtomicLong();
    private final AtomicLong freeEpoch = new AtomicLong(-1);
    private volatile boolean adrift;

    PostgresContender(PostgresBackend backend, ContenderSettings contest) {
        this.backend = backend;
        this.contest = contest;
        this.keys = backend.store().options().keysOf(contest.election());
    }

    String election() {
        return contest.election();
    }

    String instanceId() {
        return contest.instanceId();
    }

    String url() {
        return contest.url();
    }

    AdvisoryKeys keys() {
        return keys;
    }

    ContenderSignals signals() {
        return contest.signals();
    }

    long withdrawals() {
        return withdrawals.get();
    }

    /** The reign with this epoch is over, or its session is: whoever asks now should win soon. */
    void isFree(long epoch) {
        freeEpoch.accumulateAndGet(epoch, Math::max);
        signals().tryNow();
    }

    /** Somebody leads now; whoever did not find out whom to wait for looks again. */
    void hasBegun() {
        if (adrift) {
            signals().tryNow();
        }
    }

    void isAdrift(boolean now) {
        adrift = now;
    }

    /** Whether the holder with this epoch was told to be gone, so that its lock will follow any moment. */
    boolean isToldFree(long epoch) {
        return freeEpoch.get() >= epoch;
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(long floor) {
        return new LockAcquisition(backend, this, floor)
                .run()
                .exceptionally(failed -> new AcquireOutcome.Unknown(explain(failed)));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return new ClaimRecovery(backend, this, claim)
                .run()
                .exceptionally(failed -> new RenewOutcome.Unknown(explain(failed)));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure) {
        Optional<HeldLock> hold = backend.holds()
                .of(election())
                .filter(held -> held.contender() == this
                        && held.epoch() == claim.epoch()
                        && claim.instanceId().equals(instanceId()));
        if (hold.isEmpty() || claim.epoch() == 0) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        return new PostgresRelease(backend, hold.get())
                .release(departure)
                .exceptionally(failed -> new ReleaseOutcome.Unknown(explain(failed)));
    }

    /** Frees the lock, if it is held; a session that does not answer in time is cut, which frees it too. */
    @Override
    public CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        CompletableFuture<Void> done = new PostgresRelease(backend, this).drop();
        done.copy().orTimeout(cutAfterMillis(), TimeUnit.MILLISECONDS).exceptionally(late -> {
            backend.lock().cut();
            return null;
        });
        return done;
    }

    private long cutAfterMillis() {
        return Math.max(1_000, backend.store().options().requestTimeout().toMillis());
    }

    @Override
    public void close() {
        backend.forget(this);
    }

    Throwable explain(Throwable failed) {
        return SqlErrors.explain("election " + election(), backend.describe(), failed);
    }

    AcquireOutcome withdrawn() {
        return new AcquireOutcome.Unknown(
                new LockException("election " + election() + ": the candidate withdrew while it was asking"));
    }
}
