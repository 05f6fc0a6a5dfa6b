package dev.baton.lease;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.store.BatchOutcome;
import dev.baton.store.BatchWrite;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renews all leases of this process: one statement, one round trip. Only those that did not match are read back, for
 * the reply to an earlier renewal may have been lost, or somebody may have edited the record by hand.
 */
final class LeaseRenewal {
    private final LeaseBackend backend;
    private final Map<Claim, RenewOutcome> answers = new HashMap<>();

    LeaseRenewal(LeaseBackend backend) {
        this.backend = backend;
    }

    Map<Claim, RenewOutcome> of(List<Claim> claims) {
        Map<Claim, HeldLease> ours = new HashMap<>();
        Map<String, Long> versions = new HashMap<>();
        for (Claim claim : claims) {
            Optional<HeldLease> holding = backend.holdings().of(claim);
            if (holding.isPresent()) {
                ours.put(claim, holding.get());
                versions.put(claim.election(), holding.get().version());
            } else {
                answers.put(claim, new RenewOutcome.Gone(EndReason.TAKEN_OVER));
            }
        }
        if (ours.isEmpty()) {
            return answers;
        }
        ClockReading before = backend.clock().now();
        Map<String, Long> touched = backend.store().touchAll(RecordKeys.LEASE, versions);
        ours.forEach((claim, holding) -> {
            String election = claim.election();
            Long version = touched.get(election);
            answers.put(
                    claim, version == null ? restored(election, holding) : renewed(election, holding, version, before));
        });
        return answers;
    }

    private RenewOutcome renewed(String election, HeldLease holding, long version, ClockReading before) {
        backend.holdings().moved(election, holding, version);
        return new RenewOutcome.Renewed(before);
    }

    /** Our version is not there, or it cannot be read: it is ours all the same when both records, as far as they can be read, say so. */
    RenewOutcome restored(String election, HeldLease holding) {
        ElectionSnapshot standing = backend.records().of(election);
        LeaseRecord ours = holding.lease();
        if (!standing.isStill(ours)) {
            backend.holdings().remove(election, ours);
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        List<BatchWrite> writes = new ArrayList<>();
        WriteCondition condition = standing.leaseRow()
                .map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
        writes.add(BatchWrite.put(RecordKeys.lease(election), ours.text(), condition));
        standing.epochRow().ifPresent(row -> writes.add(BatchWrite.require(row.key(), row.resourceVersion())));
        ClockReading before = backend.clock().now();
        if (backend.store().applyAndAnnounce(writes) instanceof BatchOutcome.Applied applied) {
            long version =
                    applied.stored().get(0).map(StoredObject::resourceVersion).orElseThrow();
            return renewed(election, holding, version, before);
        }
        return new RenewOutcome.Unknown(new LockException(
                "election " + election + " in " + backend.describe() + ": the lease changed while it was looked at"));
    }
}
