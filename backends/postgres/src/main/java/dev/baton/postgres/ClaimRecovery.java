package dev.baton.postgres;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A claim in doubt, asked for again under its old epoch: on a new session where the old one is gone, and
 * only if nobody raised the epoch or holds the lock.
 */
final class ClaimRecovery {
    private final PostgresBackend backend;
    private final PostgresContender contender;
    private final Claim claim;
    private final long asked;

    ClaimRecovery(PostgresBackend backend, PostgresContender contender, Claim claim) {
        this.backend = backend;
        this.contender = contender;
        this.claim = claim;
        this.asked = contender.withdrawals();
    }

    CompletableFuture<RenewOutcome> run() {
        return backend.lock()
                .ask(this::take)
                .thenCompose(hold -> hold.map(this::adopt).orElseGet(() -> CompletableFuture.completedFuture(gone())));
    }

    private Optional<HeldLock> take(LockSession session) throws SQLException {
        Optional<HeldLock> held = backend.holds().of(claim.election());
        if (held.isPresent()) {
            return held.filter(hold -> hold.contender() == contender);
        }
        LockSession.Tried tried = session.tryLock(contender.keys(), contender.instanceId());
        if (!tried.taken()) {
            return Optional.empty();
        }
        HeldLock hold = new HeldLock(contender, contender.keys(), session.process(), 0);
        backend.holds().put(claim.election(), hold);
        return Optional.of(hold);
    }

    private CompletableFuture<RenewOutcome> adopt(HeldLock hold) {
        return backend.control()
                .once(connection -> movedTo(connection, hold.process()))
                .thenCompose(ours -> backend.lock().askNext(session -> confirm(session, hold, ours)))
                .thenApply(answer -> answer.orElseGet(() -> new RenewOutcome.Unknown(
                        contender.explain(new SQLException("the lock session ended meanwhile", "08006")))));
    }

    /** Makes the row point at the session that holds the lock now, if the reign is still the latest. */
    private boolean movedTo(Connection connection, long process) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("UPDATE baton_epochs SET process = ?"
                + " WHERE election = ? AND epoch = ? AND instance_id = ? AND NOT released RETURNING epoch")) {
            statement.setLong(1, process);
            statement.setString(2, claim.election());
            statement.setLong(3, claim.epoch());
            statement.setString(4, claim.instanceId());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private RenewOutcome confirm(LockSession session, HeldLock hold, boolean ours) throws SQLException {
        if (!ours || contender.withdrawals() != asked) {
            if (backend.holds().remove(claim.election(), hold) && !session.unlock(hold.keys())) {
                throw LockSession.notHeld();
            }
            return gone();
        }
        ClockReading countsFrom = backend.store().clock().now();
        EpochRow row = session.prove(List.of(claim.election())).get(claim.election());
        boolean proved = row != null && row.isOf(claim.instanceId(), session.process(), claim.epoch());
        return proved && backend.holds().replace(claim.election(), hold, hold.leading(claim.epoch()))
                ? new RenewOutcome.Renewed(countsFrom)
                : gone();
    }

    private static RenewOutcome gone() {
        return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
    }
}
