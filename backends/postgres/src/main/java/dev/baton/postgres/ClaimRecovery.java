package dev.baton.postgres;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Recovers an uncertain claim with its old epoch, on a new session if the old one has ended. Succeeds only if the lock is
 * free and no other candidate has raised the epoch.
 *
 * @param withdrawalsAtStart the number of the candidate's withdrawals; if it has grown, the claim is given up
 */
record ClaimRecovery(PostgresBackend backend, PostgresContender contender, Claim claim, long withdrawalsAtStart) {

    CompletableFuture<RenewOutcome> run() {
        return backend.lock()
                .submit(this::lock)
                .thenCompose(
                        held -> held.map(this::adopt).orElseGet(() -> CompletableFuture.completedFuture(takenOver())));
    }

    private Optional<HeldLock> lock(LockSession session) throws SQLException {
        if (backend.heldLocks().find(claim.election()).isEmpty()) {
            if (session.tryLocks(List.of(contender)).get(0).granted()) {
                backend.heldLocks().put(new HeldLock(contender, session.livenessKey(), 0));
            }
        }
        return backend.heldLocks().find(contender);
    }

    private CompletableFuture<RenewOutcome> adopt(HeldLock held) {
        return backend.control()
                .submit(connection -> moveTo(connection, held.livenessKey()))
                .thenCompose(latest -> backend.lock().submitFirst(session -> confirm(session, held, latest)))
                .thenApply(outcome -> outcome.orElseThrow(LockSession::ended));
    }

    /** Records the session that holds the lock now, if the claim is still the latest. */
    private boolean moveTo(Connection connection, long livenessKey) throws SQLException {
        return SqlQuery.of(
                        connection, EpochTable.MOVE, livenessKey, claim.election(), claim.epoch(), claim.instanceId())
                .hasRow();
    }

    private RenewOutcome confirm(LockSession session, HeldLock held, boolean latest) throws SQLException {
        if (!latest || contender.withdrawals() != withdrawalsAtStart) {
            backend.heldLocks().unlock(held, session);
            return takenOver();
        }
        ClockReading countsFrom = backend.store().clock().now();
        EpochRow row = session.verify(List.of(claim.election())).get(claim.election());
        boolean verified = row != null && row.matches(claim.instanceId(), session.livenessKey(), claim.epoch());
        return verified && backend.heldLocks().setEpoch(held, claim.epoch())
                ? new RenewOutcome.Renewed(countsFrom)
                : takenOver();
    }

    private static RenewOutcome takenOver() {
        return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
    }
}
