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
 * @param attempt the number of this attempt; if the candidate has a later one, the claim is given up
 */
record ClaimRecovery(PostgresBackend backend, PostgresContender contender, Claim claim, long attempt) {

    CompletableFuture<RenewOutcome> run() {
        return backend.lock()
                .submit(this::lock)
                .thenCompose(
                        held -> held.map(this::adopt).orElseGet(() -> CompletableFuture.completedFuture(takenOver())));
    }

    private Optional<HeldLock> lock(LockSession session) throws SQLException {
        if (contender.lastAttempt() != attempt) {
            return Optional.empty();
        }
        HeldLocks heldLocks = backend.heldLocks();
        Optional<HeldLock> held = heldLocks.find(claim.election());
        if (held.isPresent()) {
            return held.filter(found -> found.contender() == contender)
                    .filter(own -> own.epoch() == 0 || own.epoch() == claim.epoch())
                    .flatMap(own -> heldLocks.adopt(own, attempt, own.epoch()));
        }
        return session.tryLocks(List.of(contender)).get(0).granted()
                ? Optional.of(heldLocks.add(contender, attempt, session.livenessKey()))
                : Optional.empty();
    }

    private CompletableFuture<RenewOutcome> adopt(HeldLock held) {
        return backend.control()
                .submit(connection -> moveTo(connection, held.livenessKey()))
                .thenCompose(latest -> backend.lock().submitFirst(session -> confirm(session, held, latest)))
                .thenApply(outcome -> outcome.orElseThrow(LockSession::ended));
    }

    /** Records the session that holds the lock now, if the claim is still the latest. */
    private boolean moveTo(Connection connection, long livenessKey) throws SQLException {
        String tenure = claim.tenureId().orElse("");
        return SqlQuery.of(
                        connection,
                        EpochTable.MOVE,
                        livenessKey,
                        claim.election(),
                        claim.epoch(),
                        claim.instanceId(),
                        tenure,
                        tenure)
                .hasRow();
    }

    private RenewOutcome confirm(LockSession session, HeldLock held, boolean latest) throws SQLException {
        if (!latest || contender.lastAttempt() != attempt) {
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
