package dev.baton.postgres;

import dev.baton.ClockReading;
import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One acquisition for one candidate: take the lock on the lock session (see {@link LockAttempts}), raise the epoch on
 * the control session, check the lock session again. A lock session without claims raises the epoch itself, which is the
 * check as well. After a failure in between, the next acquisition finds the lock in {@link HeldLocks} and continues.
 */
final class LockAcquisition {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

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
    private final long attempt;
    private final long startedAt;
    private Optional<HeldLock> granted = Optional.empty();
    private int retries;
    private int rowChanges;

    LockAcquisition(PostgresBackend backend, PostgresContender contender, long floor, long attempt) {
        this.backend = backend;
        this.contender = contender;
        this.election = contender.election();
        this.floor = floor;
        this.attempt = attempt;
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
        if (isSuperseded()) {
            return Optional.of(new LockStep.Done(contender.supersededOutcome()));
        }
        Optional<HeldLock> held = backend.heldLocks().find(election);
        if (held.isPresent()) {
            Optional<HeldLock> adopted = held.filter(found -> found.contender() == contender)
                    .flatMap(own -> backend.heldLocks().adopt(own, attempt, 0));
            return Optional.of(
                    adopted.isPresent()
                            ? decide(session, adopted.get(), session.row(contender.keys()))
                            : heldBy("(local)", held.get().epoch(), Optional.empty()));
        }
        if (contender.isDelayedByCommand()) {
            // Do not take and return the lock every time: that would keep others from it for a moment.
            Optional<LockStep> delayed = delayByCommand(session.row(contender.keys()));
            if (delayed.isPresent()) {
                return delayed;
            }
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
        granted = Optional.of(backend.heldLocks().add(contender, attempt, session.livenessKey()));
    }

    LockStep afterRequest(LockSession session, LockSession.LockResult result) throws SQLException {
        result.row()
                .filter(row -> row.election().equals(election))
                .ifPresent(row -> noteEpoch(row.epoch(), row.tenure()));
        return result.granted() && granted.isPresent()
                ? decide(session, granted.get(), result.row())
                : heldByOther(result.row());
    }

    /** Continues after the lock session has raised the epoch. */
    LockStep raised(LockStep.Locked step, EpochRaise raise, long epoch, ClockReading countsFrom) {
        raise.logIfEpochsWentBack(epoch, backend.describe());
        return new LockStep.Done(won(step.held(), raise, epoch, countsFrom));
    }

    /** Decides by the row whether a lock that is held may be used. */
    private LockStep decide(LockSession session, HeldLock held, Optional<EpochRow> read) throws SQLException {
        Optional<EpochRow> seen = restoredIfExclusive(session, read);
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
        Optional<LockStep> delayed = delayByCommand(seen);
        if (delayed.isPresent()) {
            backend.heldLocks().unlock(held, session);
            return delayed.get();
        }
        return new LockStep.Locked(held, seen);
    }

    /** A row that is missing or old hides the last leader, for whom an exclusive successor waits. */
    private Optional<EpochRow> restoredIfExclusive(LockSession session, Optional<EpochRow> read) throws SQLException {
        boolean behind =
                read.map(EpochRow::epoch).orElse(0L) < backend.knownEpochs().lowest(election);
        if (!behind || backend.store().options().takeover() != TakeoverMode.EXCLUSIVE) {
            return read;
        }
        backend.knownEpochs().restore(session.connection(), election);
        return session.row(contender.keys());
    }

    /** Returns the refusal if the command of the tenure before is seen running. */
    private Optional<LockStep> delayByCommand(Optional<EpochRow> seen) {
        return contender.delayByCommand(seen).map(LockStep.Done::new);
    }

    private void noteEpoch(long epoch, Optional<String> tenure) {
        backend.knownEpochs().add(election, contender.keys(), epoch, tenure);
    }

    /** A process that does not know the epochs in use took the lock after the data went back. */
    private void restoreEpochIfLower(Optional<EpochRow> seen) {
        boolean otherElection =
                seen.filter(row -> !row.election().equals(election)).isPresent();
        long recorded = seen.map(EpochRow::epoch).orElse(0L);
        if (!otherElection && recorded < backend.knownEpochs().lowest(election)) {
            backend.control()
                    .submit(connection -> {
                        backend.knownEpochs().restore(connection, election);
                        return true;
                    })
                    .whenComplete((done, failed) -> {
                        if (failed != null) {
                            LOG.error("{}", contender.explain(failed).getMessage());
                        }
                    });
        }
    }

    private LockStep heldByOther(Optional<EpochRow> seen) {
        restoreEpochIfLower(seen);
        if (seen.isEmpty()) {
            // Another candidate may be about to record its epoch.
            return retryOrWait(0);
        }
        EpochRow row = seen.get();
        Optional<EpochRow.Reservation> reserved = row.reservedAgainst(contender.instanceId());
        if (row.released() && reserved.isPresent()) {
            return heldBy(reserved.get(), row);
        }
        boolean ending = row.released()
                || contender.hasEnded(row.epoch())
                || row.livenessKey() == 0
                || backend.waiters().hasEnded(row.livenessKey());
        if (ending) {
            return retryOrWait(row.epoch());
        }
        contender.setHolderUnknown(false);
        contender.lockIsTaken();
        backend.waiters().watch(row.livenessKey(), row.epoch(), contender);
        boolean local = backend.store().localKeys().contains(row.livenessKey());
        return heldBy(local ? "(local)" : row.instanceId(), row.epoch(), Optional.empty());
    }

    /** Only the first attempt after a tenure, or a free lock, is worth retries: a foreign session can hold it for long. */
    private LockStep retryOrWait(long epoch) {
        boolean soon = contender.expectsFreeLock() || !contender.isForeignAfter(epoch);
        return soon && retries < RETRY_MILLIS.length
                ? new LockStep.Retry(Duration.ofMillis(RETRY_MILLIS[retries++]))
                : heldByForeigner(epoch);
    }

    /** No leader that is recorded holds the lock: waits for the lock itself, whatever session holds it. */
    private LockStep heldByForeigner(long epoch) {
        contender.lockIsTaken();
        contender.setHolderUnknown(true);
        contender.noteForeignAfter(epoch);
        backend.waiters().watchElection(contender, epoch);
        return heldBy(OTHER_SESSION, epoch, Optional.empty());
    }

    EpochRaise raiseFor(LockStep.Locked step) {
        return new EpochRaise(
                election,
                contender.keys(),
                contender.instanceId(),
                contender.settings().url(),
                step.held().livenessKey(),
                UUID.randomUUID().toString(),
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
        return backend.attempts().check(election).thenApply(result -> checked(result, step.held(), raise, epoch.get()));
    }

    private CompletableFuture<AcquireOutcome> raiseFailed(LockStep.Locked step, Throwable failure) {
        boolean guarded =
                failure instanceof SQLException sql && SqlErrors.state(sql).equals(SqlErrors.LOCK_NOT_AVAILABLE);
        if (!guarded) {
            // A candidate that cannot raise the epoch must not block others; the next attempt takes the lock again.
            return PostgresRelease.abandon(backend, step.held())
                    .handle((done, alsoFailed) -> failure)
                    .thenCompose(CompletableFuture::failedFuture);
        }
        PostgresOptions options = backend.store().options();
        EpochRow before = step.row().orElseGet(() -> EpochRow.none(election, options.patience()));
        boolean patienceOver = backend.freeFor(before).compareTo(before.patience()) >= 0;
        return backend.control()
                .submit(connection ->
                        backend.raises().terminateBlockers(connection, election, options.validity(), patienceOver))
                .thenCompose(terminated -> isLate() ? stillFenced(before) : run());
    }

    private boolean isLate() {
        Duration limit = backend.store().options().requestTimeout().multipliedBy(2);
        return System.nanoTime() - startedAt > limit.toNanos();
    }

    /** The lock stays held; the next attempt continues to wait. */
    private CompletableFuture<AcquireOutcome> stillFenced(EpochRow before) {
        return CompletableFuture.completedFuture(new AcquireOutcome.HeldBy(
                "(a transaction fenced by an older epoch)",
                before.epoch(),
                Optional.of(SessionSettings.lockTimeout(backend.store().options()))));
    }

    private AcquireOutcome checked(LockAttempts.CheckResult result, HeldLock held, EpochRaise raise, long epoch) {
        EpochRow row = result.rows().get(election);
        if (!isSuperseded() && (row == null || !row.matches(contender.instanceId(), result.livenessKey(), epoch))) {
            throw inconsistent("the row of " + election + " does not have the values just written");
        }
        return won(held, raise, epoch, result.countsFrom());
    }

    private AcquireOutcome won(HeldLock held, EpochRaise raise, long epoch, ClockReading countsFrom) {
        if (isSuperseded()) {
            var unused = PostgresRelease.abandon(backend, held.withEpoch(epoch));
            return contender.supersededOutcome();
        }
        if (!backend.heldLocks().setEpoch(held, epoch)) {
            throw inconsistent("the lock of " + election + " was freed in the meantime");
        }
        noteEpoch(epoch, Optional.of(raise.tenure()));
        backend.freeLocks().forget(election);
        contender.lockIsTaken();
        return new AcquireOutcome.Won(
                new Claim(election, contender.instanceId(), epoch, countsFrom, Optional.of(raise.tenure())));
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

    boolean isSuperseded() {
        return contender.lastAttempt() != attempt;
    }

    private static LockStep heldBy(EpochRow.Reservation reserved, EpochRow row) {
        return heldBy(reserved.instanceId(), row.epoch(), Optional.of(reserved.remaining()));
    }

    private static LockStep heldBy(String holder, long epoch, Optional<Duration> freeAfter) {
        return new LockStep.Done(new AcquireOutcome.HeldBy(holder, epoch, freeAfter));
    }
}
