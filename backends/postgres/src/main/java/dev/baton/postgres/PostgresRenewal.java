package dev.baton.postgres;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One pass over the claims of a process: a single statement proves the session that holds their locks and
 * reads all their rows. A session that failed is dropped at once, and its claims with it; one that is only
 * slow leaves them in doubt, for as long as their validity lasts.
 */
final class PostgresRenewal {
    private final PostgresBackend backend;
    private final List<Claim> claims;

    PostgresRenewal(PostgresBackend backend, List<Claim> claims) {
        this.backend = backend;
        this.claims = List.copyOf(claims);
    }

    CompletableFuture<Map<Claim, RenewOutcome>> run() {
        return backend.lock()
                .askNext(this::pass)
                .handle((answer, failure) -> failure == null
                        ? answer.orElseGet(this::withoutSession)
                        : failed(SqlErrors.unwrapped(failure)));
    }

    private Map<Claim, RenewOutcome> pass(LockSession session) throws SQLException {
        Set<String> elections = new LinkedHashSet<>();
        claims.forEach(claim -> hold(claim).ifPresent(hold -> elections.add(claim.election())));
        ClockReading countsFrom = backend.store().clock().now();
        Map<String, EpochRow> rows = session.prove(elections);
        Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
        for (Claim claim : claims) {
            Optional<HeldLock> hold = hold(claim);
            EpochRow row = rows.get(claim.election());
            if (hold.isEmpty()) {
                outcomes.put(claim, new RenewOutcome.Gone(backend.holds().whyGone(claim.election())));
            } else if (row != null && row.isOf(claim.instanceId(), session.process(), claim.epoch())) {
                outcomes.put(claim, new RenewOutcome.Renewed(countsFrom));
            } else {
                outcomes.put(claim, new RenewOutcome.Gone(EndReason.TAKEN_OVER));
                free(session, claim, hold.get());
            }
        }
        return outcomes;
    }

    /** Our lock, but the row is not ours any more: somebody wrote there without the lock. It shall be free. */
    private void free(LockSession session, Claim claim, HeldLock hold) throws SQLException {
        if (backend.holds().remove(claim.election(), hold)) {
            session.unlock(hold.keys());
        }
    }

    private Optional<HeldLock> hold(Claim claim) {
        return backend.holds()
                .of(claim.election())
                .filter(hold -> hold.epoch() == claim.epoch()
                        && hold.epoch() > 0
                        && hold.contender().instanceId().equals(claim.instanceId()));
    }

    private Map<Claim, RenewOutcome> withoutSession() {
        Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
        claims.forEach(claim ->
                outcomes.put(claim, new RenewOutcome.Gone(backend.holds().whyGone(claim.election()))));
        return outcomes;
    }

    private Map<Claim, RenewOutcome> failed(Throwable failure) {
        Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
        for (Claim claim : claims) {
            boolean dropped = hold(claim).isEmpty();
            outcomes.put(
                    claim,
                    dropped
                            ? new RenewOutcome.Gone(backend.holds().whyGone(claim.election()))
                            : new RenewOutcome.Unknown(
                                    SqlErrors.explain("election " + claim.election(), backend.describe(), failure)));
        }
        return outcomes;
    }
}
