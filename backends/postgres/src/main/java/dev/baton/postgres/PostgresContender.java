package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.RunningCommand;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One candidate of the PostgreSQL backend. */
final class PostgresContender implements Contender {
    private static final long NONE = -1;

    private final PostgresBackend backend;
    private final ContenderSettings settings;
    private final AdvisoryKeys keys;
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong highestEndedEpoch = new AtomicLong(NONE);
    private final AtomicLong foreignAfter = new AtomicLong(NONE);
    private final LiveCommandCheck liveCommands;
    private volatile boolean holderUnknown;
    private volatile boolean delayedByCommand;
    private volatile boolean lockWasFree;

    PostgresContender(PostgresBackend backend, ContenderSettings settings) {
        this.backend = backend;
        this.settings = settings;
        this.keys = backend.store().options().keysOf(settings.election());
        this.liveCommands = new LiveCommandCheck(settings, backend.store().clock()::nanos);
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

    /** Returns whether the last attempt was refused because a command is running. */
    boolean isDelayedByCommand() {
        return delayedByCommand;
    }

    /** Returns the refusal if the command in the row is seen running. */
    Optional<AcquireOutcome> delayByCommand(Optional<EpochRow> seen) {
        Optional<AcquireOutcome> delay = seen.flatMap(row ->
                liveCommands.delay(row.instanceId(), row.epoch(), row.command().flatMap(RunningCommand::parse)));
        delayedByCommand = delay.isPresent();
        return delay;
    }

    /** Returns the number of the last attempt or withdrawal. An attempt with a lower number is superseded. */
    long lastAttempt() {
        return attempts.get();
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

    /** Notes that the lock was free a moment ago, and tries to acquire. */
    void lockWasFree() {
        lockWasFree = true;
        settings.signals().tryNow();
    }

    /** Returns whether the lock was free a moment ago; until {@link #lockIsTaken}. */
    boolean expectsFreeLock() {
        return lockWasFree;
    }

    void lockIsTaken() {
        lockWasFree = false;
    }

    /** Returns whether a foreign session was found to hold the lock after the tenure with this epoch; 0 stands for none. */
    boolean isForeignAfter(long epoch) {
        return foreignAfter.get() == epoch;
    }

    void noteForeignAfter(long epoch) {
        foreignAfter.set(epoch);
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
        // A floor is not recorded: only what a row of the store had is raised again there.
        long highest = Math.max(floor, backend.knownEpochs().lowest(election()));
        return new LockAcquisition(backend, this, highest, attempts.incrementAndGet())
                .run()
                .exceptionally(this::acquireFailed);
    }

    private AcquireOutcome acquireFailed(Throwable failed) {
        if (SqlErrors.unwrapped(failed) instanceof SQLException sql
                && SqlErrors.state(sql).equals(SqlErrors.NO_TABLE)) {
            backend.attempts().tablesAreMissing();
        }
        return new AcquireOutcome.Unknown(explain(failed));
    }

    @Override
    public CompletionStage<RenewOutcome> reclaim(Claim claim) {
        return new ClaimRecovery(backend, this, claim, attempts.incrementAndGet())
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
        foreignAfter.set(NONE);
        @Nullable LockSession session = backend.lock().session();
        CompletableFuture<Void> done = PostgresRelease.withdraw(backend, this, attempts.incrementAndGet());
        long timeoutMillis =
                Math.max(1_000, backend.store().options().requestTimeout().toMillis());
        done.copy().orTimeout(timeoutMillis, TimeUnit.MILLISECONDS).exceptionally(late -> {
            if (session != null && !done.isDone()) {
                SessionEnd.abort(session.connection());
            }
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

    AcquireOutcome supersededOutcome() {
        return new AcquireOutcome.Unknown(new LockException(
                "election " + election() + ": the candidate withdrew, or tried again, during the attempt"));
    }
}
