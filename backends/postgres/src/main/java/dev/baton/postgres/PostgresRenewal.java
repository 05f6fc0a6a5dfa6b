package dev.baton.postgres;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One renewal of all claims of a process: a single statement checks the lock session and reads all rows. If the session
 * has failed, its claims are lost immediately. If it is only slow, they stay uncertain until their validity ends.
 */
record PostgresRenewal(PostgresBackend backend, List<Claim> claims) {
    PostgresRenewal {
        claims = List.copyOf(claims);
    }

    CompletableFuture<Map<Claim, RenewOutcome>> run() {
        return backend.lock()
                .submitFirst(this::renew)
                .handle((outcomes, failure) -> failure == null
                        ? outcomes.orElseGet(() -> each(this::lost))
                        : each(claim -> failed(claim, failure)));
    }

    private Map<Claim, RenewOutcome> renew(LockSession session) throws SQLException {
        List<String> elections = claims.stream()
                .filter(claim -> held(claim).isPresent())
                .map(Claim::election)
                .distinct()
                .toList();
        ClockReading countsFrom = backend.store().clock().now();
        Map<String, EpochRow> rows = session.verify(elections);
        Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
        for (Claim claim : claims) {
            Optional<HeldLock> held = held(claim);
            EpochRow row = rows.get(claim.election());
            if (held.isEmpty()) {
                outcomes.put(claim, lost(claim));
            } else if (row != null && row.matches(claim.instanceId(), session.livenessKey(), claim.epoch())) {
                outcomes.put(claim, new RenewOutcome.Renewed(countsFrom));
            } else {
                outcomes.put(claim, new RenewOutcome.Gone(EndReason.TAKEN_OVER));
                // The row was changed without the lock. Free the lock, so that candidates can compete again.
                backend.knownEpochs().restoreBeforeUnlock(session.connection(), claim.election(), row);
                backend.heldLocks().unlock(held.get(), session);
            }
        }
        return outcomes;
    }

    private Optional<HeldLock> held(Claim claim) {
        return backend.heldLocks()
                .find(claim.election())
                .filter(held -> held.epoch() == claim.epoch()
                        && held.epoch() > 0
                        && held.contender().instanceId().equals(claim.instanceId()));
    }

    private Map<Claim, RenewOutcome> each(Function<Claim, RenewOutcome> outcome) {
        Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
        claims.forEach(claim -> outcomes.put(claim, outcome.apply(claim)));
        return outcomes;
    }

    private RenewOutcome lost(Claim claim) {
        return new RenewOutcome.Gone(backend.heldLocks().endReason(claim.election()));
    }

    private RenewOutcome failed(Claim claim, Throwable failure) {
        return held(claim).isEmpty()
                ? lost(claim)
                : new RenewOutcome.Unknown(
                        SqlErrors.explain("election " + claim.election(), backend.describe(), failure));
    }
}
