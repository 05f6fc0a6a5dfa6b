package dev.baton.lease;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.store.BatchOutcome;
import dev.baton.store.BatchWrite;
import dev.baton.store.StoredObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Renews all leases of this process in one statement and one round trip. Only leases that did not match are read back: the
 * reply to an earlier renewal may have been lost, or the record was edited by hand.
 */
record LeaseRenewal(LeaseContext context) {

    /** Renews the claims on the thread of the renewals. */
    CompletionStage<Map<Claim, RenewOutcome>> submit(List<Claim> claims) {
        return context.renewals().submit(() -> renew(claims)).exceptionally(failed -> {
            Map<Claim, RenewOutcome> unknown = new HashMap<>();
            claims.forEach(
                    claim -> unknown.put(claim, new RenewOutcome.Unknown(context.failure(claim.election(), failed))));
            return unknown;
        });
    }

    /** Rewrites a lease of this process that has become unreadable, on the thread of the renewals. */
    void restoreLater(String election) {
        context.renewals().run(() -> context.heldLeases().of(election).ifPresent(held -> restore(election, held)));
    }

    private Map<Claim, RenewOutcome> renew(List<Claim> claims) {
        Map<Claim, RenewOutcome> answers = new HashMap<>();
        Map<Claim, HeldLease> ours = new HashMap<>();
        Map<String, Long> versions = new HashMap<>();
        for (Claim claim : claims) {
            Optional<HeldLease> held = context.heldLeases().of(claim);
            if (held.isPresent()) {
                ours.put(claim, held.get());
                versions.put(claim.election(), held.get().version());
            } else {
                answers.put(claim, new RenewOutcome.Gone(EndReason.TAKEN_OVER));
            }
        }
        if (ours.isEmpty()) {
            return answers;
        }
        ClockReading before = context.clock().now();
        Map<String, Long> touched = context.store().touchAll(RecordKeys.LEASE, versions);
        ours.forEach((claim, held) -> {
            String election = claim.election();
            Long version = touched.get(election);
            answers.put(claim, version == null ? restore(election, held) : renewed(election, held, version, before));
        });
        return answers;
    }

    private RenewOutcome renewed(String election, HeldLease held, long version, ClockReading before) {
        context.heldLeases().updateVersion(election, held, version);
        return new RenewOutcome.Renewed(before);
    }

    /** Writes our lease again if its version does not match or it is unreadable, but both records still name this tenure. */
    private RenewOutcome restore(String election, HeldLease held) {
        ElectionSnapshot snapshot = context.records().of(election);
        LeaseRecord ours = held.lease();
        if (!snapshot.isHeldBy(ours)) {
            context.heldLeases().remove(election, ours);
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        List<BatchWrite> writes = new ArrayList<>();
        String present = snapshot.leaseRow().map(StoredObject::payload).orElse("{}");
        writes.add(ours.putOver(present, election, snapshot.leaseCondition()));
        snapshot.epochRow().ifPresent(row -> writes.add(new BatchWrite.Require(row.key(), row.resourceVersion())));
        ClockReading before = context.clock().now();
        if (context.store().applyAndNotify(writes) instanceof BatchOutcome.Applied applied) {
            return renewed(election, held, LeaseAcquisition.version(applied, 0), before);
        }
        return new RenewOutcome.Unknown(context.conflict(election, "while it was being read"));
    }
}
