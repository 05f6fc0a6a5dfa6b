package dev.baton.postgres;

import dev.baton.ClockReading;
import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One acquisition for one candidate: take the lock on the lock session (see {@link LockAttempts}), raise the epoch on
 * the control session, check the lock session again. A lock session without claims raises the epoch itself, which is the
 * check as well. After a failure in between, the next acquisition finds the lock in {@link HeldLocks} and continues.
 */
final class LockAcquisition {
    /** A lock can become free a moment after the notification that it will be. */
    private static final int[] RETRY_MILLIS = {1, 5, 20, 50, 100};

    /** The first retry if none of many locks was free: another process was faster and needs the CPU now. */
    private static final int FIRST_RETRY_OF_MANY = 2;

    private static final int MAX_ROW_CHANGES = 10;
    private static final String OTHER_SESSION = "(another session)";

    private final PostgresBackend backend;
    private final PostgresContender contender;
    private final String election;
    private final long floor;
    private final long withdrawalsAtStart;
    private final long startedAt;
    private int retries;
    private int rowChanges;

    LockAcquisition(PostgresBackend backend, PostgresContender contender, long floor) {
        this.backend = backend;
        this.contender = contender;
        this.election = contender.election();
        this.floor = floor;
        this.withdrawalsAtStart = contender.withdrawals();
        this.startedAt = System.nanoTime();
    }

    CompletableFuture<AcquireOutcome> run() {
        return backend.attempts().add(this).thenCompose(step -> step.next(this));
    }

    CompletableFuture<AcquireOutcome> runAfter(Duration delay) {
        return backend.attempts().after(delay).thenCompose(over -> run());
    }

    PostgresContender contender() {
        return contender;
    }

    /**
     * Returns the step if it does not depend on a lock request.
     *
     * @param others the number of other locks that are about to be requested
     */
    Optional<LockStep> beforeRequest(LockSession session, int others) throws SQLException {
        if (isWithdrawn()) {
            return Optional.of(new LockStep.Done(contender.withdrawnOutcome()));
        }
        Optional<HeldLock> held = backend.heldLocks().find(election);
        if (held.isPresent()) {
            return Optional.of(
                    held.get().contender() == contender
                            ? decide(session, held.get(), session.row(contender.keys()))
                            : heldBy("(local)", held.get().epoch(), Optional.empty()));
        }
        checkLockBudget(session.facts(), others);
        // Before the last retry: a leader that begins after it is notified of, and one that began before it is read.
        contender.setHolderUnknown(retries == RETRY_MILLIS.length);
        return Optional.empty();
    }

    /** Notes that none of many locks was free: another process took over all of them. */
    void lostTogether() {
        retries = Math.max(retries, FIRST_RETRY_OF_MANY);
    }

    /** Records a granted lock, so that it is freed or used whatever fails next. */
    void record(LockSession session) {
        backend.heldLocks().put(new HeldLock(contender, session.livenessKey(), 0));
    }

    LockStep afterRequest(LockSession session, LockSession.LockResult result) throws SQLException {
        Optional<HeldLock> held = backend.heldLocks().find(contender);
        return result.granted() && held.isPresent()
                ? decide(session, held.get(), result.row())
                : heldByOther(result.row());
    }

    /** Continues after the lock session has raised the epoch. */
    LockStep raised(LockStep.Locked step, EpochRaise raise, long epoch, ClockReading countsFrom) {
        raise.logIfEpochsWentBack(epoch, backend.describe());
        return new LockStep.Done(won(step.held(), epoch, countsFrom));
    }

    /** Decides by the row whether a lock that is held may be used. */
    private LockStep decide(LockSession session, HeldLock held, Optional<EpochRow> seen) throws SQLException {
        if (seen.isEmpty()) {
            return new LockStep.Locked(held, seen);
        }
        EpochRow row = seen.get();
        if (!row.election().equals(election)) {
            backend.heldLocks().unlock(held, session);
            throw new LockException(
                    "keys (" + held.keys().key1() + ", " + held.keys().key2() + ") of "
                            + backend.describe() + " belong to election " + row.election() + ", not to " + election
                            + ": a pair of keys belongs to one election. Give " + election + " other keys");
        }
        Optional<EpochRow.Reservation> reserved = row.reservedAgainst(contender.instanceId());
        if (reserved.isPresent()) {
            backend.heldLocks().unlock(held, session);
            return heldBy(reserved.get(), row);
        }
        boolean own = row.livenessKey() == session.livenessKey();
        if (backend.store().options().takeover() == TakeoverMode.EXCLUSIVE && !row.released() && !own) {
            Duration remaining = row.patience().minus(backend.freeFor(row));
            if (!remaining.isNegative() && !remaining.isZero()) {
                backend.heldLocks().unlock(held, session);
                return heldBy(row.instanceId(), row.epoch(), Optional.of(remaining));
            }
        }
        return new LockStep.Locked(held, seen);
    }

    private LockStep heldByOther(Optional<EpochRow> seen) {
        if (seen.isEmpty()) {
            return heldBy(OTHER_SESSION, 0, Optional.empty());
        }
        EpochRow row = seen.get();
        Optional<EpochRow.Reservation> reserved = row.reservedAgainst(contender.instanceId());
        if (row.released() && reserved.isPresent()) {
            return heldBy(reserved.get(), row);
        }
        boolean ending = row.released()
                || contender.hasEnded(row.epoch())
                || backend.waiters().hasEnded(row.livenessKey());
        if (ending) {
            return retries < RETRY_MILLIS.length
                    ? new LockStep.Retry(Duration.ofMillis(RETRY_MILLIS[retries++]))
                    : heldBy(OTHER_SESSION, row.epoch(), Optional.empty());
        }
        contender.setHolderUnknown(false);
        backend.waiters().watch(row.livenessKey(), row.epoch(), contender);
        boolean local = backend.store().localKeys().contains(row.livenessKey());
        return heldBy(local ? "(local)" : row.instanceId(), row.epoch(), Optional.empty());
    }

    EpochRaise raiseFor(LockStep.Locked step) {
        return new EpochRaise(
                election,
                contender.keys(),
                contender.instanceId(),
                contender.settings().url(),
                step.held().livenessKey(),
                step.row(),
                floor,
                backend.store().options().patience().toMillis());
    }

    /** Raises the epoch on the control session, then checks the lock session. */
    CompletableFuture<AcquireOutcome> raise(LockStep.Locked step) {
        EpochRaise raise = raiseFor(step);
        return backend.raises()
                .add(raise)
                .handle((epoch, failure) ->
                        failure == null ? check(step, raise, epoch) : raiseFailed(step, SqlErrors.unwrapped(failure)))
                .thenCompose(outcome -> outcome);
    }

    private CompletableFuture<AcquireOutcome> check(LockStep.Locked step, EpochRaise raise, Optional<Long> epoch) {
        if (epoch.isEmpty()) {
            // The row changed after it was read. The lock is still held: read the row again.
            return rowChanges++ < MAX_ROW_CHANGES
                    ? run()
                    : CompletableFuture.failedFuture(
                            new LockException("the row of " + election + " keeps changing although its lock is held"));
        }
        raise.logIfEpochsWentBack(epoch.get(), backend.describe());
        return backend.attempts().check(election).thenApply(result -> checked(result, step.held(), epoch.get()));
    }

    private CompletableFuture<AcquireOutcome> raiseFailed(LockStep.Locked step, Throwable failure) {
        boolean guarded =
                failure instanceof SQLException sql && SqlErrors.state(sql).equals(SqlErrors.LOCK_NOT_AVAILABLE);
        if (!guarded) {
            // A candidate that cannot raise the epoch must not block others; the next attempt takes the lock again.
            return PostgresRelease.abandon(backend, contender)
                    .handle((done, alsoFailed) -> failure)
                    .thenCompose(CompletableFuture::failedFuture);
        }
        PostgresOptions options = backend.store().options();
        EpochRow before = step.row().orElseGet(() -> EpochRow.none(election, options.patience()));
        boolean patienceOver = backend.freeFor(before).compareTo(before.patience()) >= 0;
        if (System.nanoTime() - startedAt
                > options.requestTimeout().multipliedBy(2).toNanos()) {
            // The lock stays held; the next attempt continues to wait.
            return CompletableFuture.completedFuture(new AcquireOutcome.HeldBy(
                    "(a transaction fenced by an older epoch)",
                    before.epoch(),
                    Optional.of(SessionSettings.LOCK_TIMEOUT)));
        }
        return backend.control()
                .submit(connection ->
                        EpochRaises.terminateBlockers(connection, election, options.validity(), patienceOver))
                .thenCompose(terminated -> run());
    }

    private AcquireOutcome checked(LockAttempts.CheckResult result, HeldLock held, long epoch) {
        EpochRow row = result.rows().get(election);
        if (!isWithdrawn() && (row == null || !row.matches(contender.instanceId(), result.livenessKey(), epoch))) {
            throw inconsistent("the row of " + election + " does not have the values just written");
        }
        return won(held, epoch, result.countsFrom());
    }

    private AcquireOutcome won(HeldLock held, long epoch, ClockReading countsFrom) {
        if (isWithdrawn()) {
            PostgresRelease.abandon(backend, held.withEpoch(epoch));
            return contender.withdrawnOutcome();
        }
        if (!backend.heldLocks().setEpoch(held, epoch)) {
            throw inconsistent("the lock of " + election + " was freed in the meantime");
        }
        backend.freeLocks().forget(election);
        return new AcquireOutcome.Won(new Claim(election, contender.instanceId(), epoch, countsFrom));
    }

    private LockException inconsistent(String observation) {
        return new LockException("election " + election + " in " + backend.describe() + ": " + observation);
    }

    private void checkLockBudget(ServerFacts facts, int others) {
        int held = backend.heldLocks().size();
        if (held + others + 2 > facts.lockBudget()) {
            throw new LockException("election " + election + " in " + backend.describe() + ": this process holds "
                    + held + " locks and may not take more: " + facts.lockArithmetic()
                    + "; with a full lock table no client can connect."
                    + " Raise max_locks_per_transaction and restart the server");
        }
    }

    boolean isWithdrawn() {
        return contender.withdrawals() != withdrawalsAtStart;
    }

    private static LockStep heldBy(EpochRow.Reservation reserved, EpochRow row) {
        return heldBy(reserved.instanceId(), row.epoch(), Optional.of(reserved.remaining()));
    }

    private static LockStep heldBy(String holder, long epoch, Optional<Duration> freeAfter) {
        return new LockStep.Done(new AcquireOutcome.HeldBy(holder, epoch, freeAfter));
    }
}
