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
 * One attempt of one candidate: take the lock on the lock session (see {@link LockAttempts}), raise the epoch on the control
 * session, prove the lock session once more; only then it is won. A lock session by which nobody leads has
 * nothing to lose by waiting for a commit: it raises the epoch itself, which proves it as well. Whatever
 * fails on the way, the next attempt finds the lock in {@link HeldLocks} and goes on from there.
 */
final class LockAcquisition {
    /** A released lock may follow the news of its release by a moment. */
    private static final int[] PAUSES_MILLIS = {1, 5, 20, 50, 100};

    /** Where those begin who were tried for together in vain: somebody was faster, and needs the processor now. */
    private static final int PAUSE_OF_MANY = 2;

    private static final int MOST_SURPRISES = 10;

    private final PostgresBackend backend;
    private final PostgresContender contender;
    private final String election;
    private final long floor;
    private final long asked;
    private final long startedAt;
    private int pauses;
    private int surprises;

    LockAcquisition(PostgresBackend backend, PostgresContender contender, long floor) {
        this.backend = backend;
        this.contender = contender;
        this.election = contender.election();
        this.floor = floor;
        this.asked = contender.withdrawals();
        this.startedAt = System.nanoTime();
    }

    /** What the first step came to: an answer, a lock that is ours, or a reason to look again in a moment. */
    sealed interface Step {
        record Answer(AcquireOutcome outcome) implements Step {}

        record Taken(HeldLock hold, Optional<EpochRow> row) implements Step {}

        record Again(Duration pause) implements Step {}
    }

    CompletableFuture<AcquireOutcome> run() {
        return backend.tries().add(this).thenCompose(this::next);
    }

    private CompletableFuture<AcquireOutcome> next(Step step) {
        if (step instanceof Step.Answer answer) {
            return CompletableFuture.completedFuture(answer.outcome());
        }
        if (step instanceof Step.Again again) {
            return backend.tries().after(again.pause()).thenCompose(paused -> run());
        }
        Step.Taken taken = (Step.Taken) step;
        return raise(taken);
    }

    /** The whole first step, for this election alone. */
    Step take(LockSession session) throws SQLException {
        Optional<Step> known = beforeTheTry(session, 0);
        if (known.isPresent()) {
            return known.get();
        }
        LockSession.Tried tried = session.tryLock(contender.keys(), contender.instanceId());
        if (tried.taken()) {
            record(session);
        }
        return goOn(session, afterTheTry(session, tried));
    }

    LockSession.Wish wish() {
        return new LockSession.Wish(contender.keys(), contender.instanceId());
    }

    /** What can be said without asking for the lock; so many others are about to be asked for. */
    Optional<Step> beforeTheTry(LockSession session, int others) throws SQLException {
        if (isWithdrawn()) {
            return Optional.of(new Step.Answer(contender.withdrawn()));
        }
        Optional<HeldLock> held = backend.holds().of(election);
        if (held.isPresent()) {
            return Optional.of(
                    held.get().contender() == contender
                            ? goOn(session, decide(session, held.get(), session.row(contender.keys())))
                            : heldBy("(local)", held.get().epoch(), Optional.empty()));
        }
        checkSlots(session.facts(), others);
        // Before the last look: whoever begins after it is heard of, and whoever began before it is seen.
        contender.isAdrift(pauses == PAUSES_MILLIS.length);
        return Optional.empty();
    }

    /** None of many locks was free: they go by the same hand, and it is another one. */
    void wasOneOfMany() {
        pauses = Math.max(pauses, PAUSE_OF_MANY);
    }

    /** The lock is ours, whatever comes of it. */
    void record(LockSession session) {
        backend.holds().put(election, new HeldLock(contender, contender.keys(), session.process(), 0));
    }

    Step afterTheTry(LockSession session, LockSession.Tried tried) throws SQLException {
        Optional<HeldLock> hold = backend.holds().of(election).filter(ours -> ours.contender() == contender);
        return tried.taken() && hold.isPresent() ? decide(session, hold.get(), tried.row()) : heldByOther(tried.row());
    }

    /** The raise of a lock that was taken, for a lock session by which nobody leads. */
    Optional<EpochRaise> ownRaise(Step step) {
        return step instanceof Step.Taken taken && !isWithdrawn() ? Optional.of(raiseOf(taken)) : Optional.empty();
    }

    /** What a raise by the lock session came to. */
    Step ownRaised(Step step, EpochRaise raise, Optional<Long> epoch, ClockReading countsFrom) throws SQLException {
        if (epoch.isEmpty()) {
            return step;
        }
        HeldLock hold = ((Step.Taken) step).hold();
        raise.sayIfEpochsWentBack(epoch.get(), backend.describe());
        return new Step.Answer(isWithdrawn() ? dropped(hold, epoch.get()) : won(hold, epoch.get(), countsFrom));
    }

    private Step goOn(LockSession session, Step step) throws SQLException {
        Optional<EpochRaise> raise = ownRaise(step);
        if (raise.isEmpty() || backend.holds().hasClaims()) {
            return step;
        }
        ClockReading countsFrom = backend.store().clock().now();
        HeldLock hold = ((Step.Taken) step).hold();
        Optional<Long> epoch;
        try {
            epoch = session.raise(raise.get());
        } catch (SQLException failed) {
            if (SqlErrors.state(failed).equals(SqlErrors.LOCK_NOT_AVAILABLE)) {
                return step;
            }
            freeUnlessLost(session, hold, failed);
            throw failed;
        } catch (LockException failed) {
            free(session, hold);
            throw failed;
        }
        return ownRaised(step, raise.get(), epoch, countsFrom);
    }

    /** Whoever cannot raise the epoch must not keep others from it; the next attempt takes the lock again. */
    private void freeUnlessLost(LockSession session, HeldLock hold, SQLException failed) throws SQLException {
        if (!SqlErrors.endsSession(failed)) {
            free(session, hold);
        }
    }

    /** The lock is ours; whether we may use it is for the row to say. */
    private Step decide(LockSession session, HeldLock hold, Optional<EpochRow> seen) throws SQLException {
        if (seen.isEmpty()) {
            return new Step.Taken(hold, seen);
        }
        EpochRow row = seen.get();
        if (!row.election().equals(election)) {
            free(session, hold);
            throw new LockException(
                    "keys (" + hold.keys().key1() + ", " + hold.keys().key2() + ") of "
                            + backend.describe() + " belong to election " + row.election() + ", not to " + election
                            + ": one pair of keys binds one election. Give " + election + " keys of its own");
        }
        Optional<EpochRow.Reservation> reserved = row.reservedAgainst(contender.instanceId());
        if (reserved.isPresent()) {
            free(session, hold);
            return heldBy(
                    reserved.get().instanceId(),
                    row.epoch(),
                    Optional.of(reserved.get().left()));
        }
        boolean own = row.process() == session.process();
        if (backend.store().options().takeover() == TakeoverMode.EXCLUSIVE && !row.released() && !own) {
            Duration left = row.patience().minus(backend.sightings().stood(row));
            if (!left.isNegative() && !left.isZero()) {
                free(session, hold);
                return heldBy(row.instanceId(), row.epoch(), Optional.of(left));
            }
        }
        return new Step.Taken(hold, seen);
    }

    private Step heldByOther(Optional<EpochRow> seen) {
        if (seen.isEmpty()) {
            return heldBy("(another session)", 0, Optional.empty());
        }
        EpochRow row = seen.get();
        Optional<EpochRow.Reservation> reserved = row.reservedAgainst(contender.instanceId());
        if (row.released() && reserved.isPresent()) {
            return heldBy(
                    reserved.get().instanceId(),
                    row.epoch(),
                    Optional.of(reserved.get().left()));
        }
        boolean leaving = row.released()
                || contender.isToldFree(row.epoch())
                || backend.waiters().isDead(row.process());
        if (leaving && pauses < PAUSES_MILLIS.length) {
            return new Step.Again(Duration.ofMillis(PAUSES_MILLIS[pauses++]));
        }
        if (leaving) {
            return heldBy("(another session)", row.epoch(), Optional.empty());
        }
        contender.isAdrift(false);
        backend.waiters().watch(row.process(), row.epoch(), contender);
        boolean local = backend.store().local().contains(row.process());
        return heldBy(local ? "(local)" : row.instanceId(), row.epoch(), Optional.empty());
    }

    private EpochRaise raiseOf(Step.Taken taken) {
        return new EpochRaise(
                election,
                contender.keys(),
                contender.instanceId(),
                contender.url(),
                taken.hold().process(),
                taken.row(),
                floor,
                backend.store().options().patience().toMillis());
    }

    private CompletableFuture<AcquireOutcome> raise(Step.Taken taken) {
        EpochRaise raise = raiseOf(taken);
        return backend.raises()
                .add(raise)
                .handle((epoch, failure) -> failure == null
                        ? raised(taken, raise, epoch)
                        : raiseFailed(taken, SqlErrors.unwrapped(failure)))
                .thenCompose(answer -> answer);
    }

    private CompletableFuture<AcquireOutcome> raised(Step.Taken taken, EpochRaise raise, Optional<Long> epoch) {
        if (epoch.isEmpty()) {
            // The row changed between the look and the lock: look again, the lock stays ours.
            return surprises++ < MOST_SURPRISES
                    ? run()
                    : failed(new LockException("the row of " + election + " keeps changing under its lock"));
        }
        raise.sayIfEpochsWentBack(epoch.get(), backend.describe());
        return backend.proofs().of(election).thenCompose(proof -> {
            try {
                return CompletableFuture.completedFuture(proved(proof, taken.hold(), epoch.get()));
            } catch (SQLException failed) {
                return failed(failed);
            }
        });
    }

    private CompletableFuture<AcquireOutcome> raiseFailed(Step.Taken taken, Throwable failure) {
        boolean guarded =
                failure instanceof SQLException sql && SqlErrors.state(sql).equals(SqlErrors.LOCK_NOT_AVAILABLE);
        if (!guarded) {
            // As in freeUnlessLost.
            return new PostgresRelease(backend, contender)
                    .drop()
                    .handle((dropped, alsoFailed) -> failure)
                    .thenCompose(LockAcquisition::failed);
        }
        Duration patience = backend.store().options().validity();
        EpochRow before = taken.row()
                .orElseGet(
                        () -> EpochRow.none(election, backend.store().options().patience()));
        boolean timeIsUp = backend.sightings().stood(before).compareTo(before.patience()) >= 0;
        Duration budget = backend.store().options().requestTimeout().multipliedBy(2);
        if (System.nanoTime() - startedAt > budget.toNanos()) {
            // The lock stays ours; the next attempt goes on waiting.
            return CompletableFuture.completedFuture(new AcquireOutcome.HeldBy(
                    "(a transaction fenced by an older epoch)", before.epoch(), Optional.of(SessionSettings.SLICE)));
        }
        return backend.control()
                .once(connection -> {
                    GuardTerminator.on(connection, election, patience, timeIsUp);
                    return true;
                })
                .thenCompose(broken -> run());
    }

    private AcquireOutcome proved(ClaimProofs.Proof proof, HeldLock hold, long epoch) throws SQLException {
        if (isWithdrawn()) {
            return dropped(hold, epoch);
        }
        EpochRow row = proof.rows().get(election);
        if (row == null || !row.isOf(contender.instanceId(), proof.process(), epoch)) {
            throw new SQLException("the row of " + election + " does not say what was just written", "XX000");
        }
        return won(hold, epoch, proof.countsFrom());
    }

    private AcquireOutcome dropped(HeldLock hold, long epoch) {
        PostgresRelease.drop(backend, hold.leading(epoch));
        return contender.withdrawn();
    }

    private AcquireOutcome won(HeldLock hold, long epoch, ClockReading countsFrom) throws SQLException {
        if (!backend.holds().replace(election, hold, hold.leading(epoch))) {
            throw new SQLException("the lock of " + election + " was given up meanwhile", "XX000");
        }
        backend.sightings().forget(election);
        return new AcquireOutcome.Won(new Claim(election, contender.instanceId(), epoch, countsFrom));
    }

    private void free(LockSession session, HeldLock hold) throws SQLException {
        backend.holds().remove(election, hold);
        if (!session.unlock(hold.keys())) {
            throw LockSession.notHeld();
        }
    }

    private void checkSlots(ServerFacts facts, int others) {
        if (backend.holds().size() + others + 2 > facts.lockBudget()) {
            throw new LockException(
                    "election " + election + " in " + backend.describe() + ": this process holds "
                            + backend.holds().size() + " locks and would need more than its share: "
                            + facts.lockArithmetic()
                            + "; a full lock table lets nobody connect. Raise max_locks_per_transaction and restart the server");
        }
    }

    private boolean isWithdrawn() {
        return contender.withdrawals() != asked;
    }

    private static Step heldBy(String holder, long epoch, Optional<Duration> freeAfter) {
        return new Step.Answer(new AcquireOutcome.HeldBy(holder, epoch, freeAfter));
    }

    private static CompletableFuture<AcquireOutcome> failed(Throwable cause) {
        return CompletableFuture.failedFuture(cause);
    }
}
