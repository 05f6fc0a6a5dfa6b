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
 * Renews all leases of this process in one statement and one round trip. Only leases that did not match are read back: the
 * reply to an earlier renewal may have been lost, or the record was edited by hand.
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
            Optional<HeldLease> held = backend.heldLeases().of(claim);
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
        ClockReading before = backend.clock().now();
        Map<String, Long> touched = backend.store().touchAll(RecordKeys.LEASE, versions);
        ours.forEach((claim, held) -> {
            String election = claim.election();
            Long version = touched.get(election);
            answers.put(claim, version == null ? restore(election, held) : renewed(election, held, version, before));
        });
        return answers;
    }

    private RenewOutcome renewed(String election, HeldLease held, long version, ClockReading before) {
        backend.heldLeases().updateVersion(election, held, version);
        return new RenewOutcome.Renewed(before);
    }

    /** Writes our lease again if its version does not match or it is unreadable, but both records still name this tenure. */
    RenewOutcome restore(String election, HeldLease held) {
        ElectionSnapshot snapshot = backend.records().of(election);
        LeaseRecord ours = held.lease();
        if (!snapshot.isHeldBy(ours)) {
            backend.heldLeases().remove(election, ours);
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        List<BatchWrite> writes = new ArrayList<>();
        WriteCondition condition = snapshot.leaseRow()
                .map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
        writes.add(new BatchWrite.Put(RecordKeys.lease(election), ours.text(), condition));
        snapshot.epochRow().ifPresent(row -> writes.add(new BatchWrite.Require(row.key(), row.resourceVersion())));
        ClockReading before = backend.clock().now();
        if (backend.store().applyAndNotify(writes) instanceof BatchOutcome.Applied applied) {
            long version =
                    applied.stored().get(0).map(StoredObject::resourceVersion).orElseThrow();
            return renewed(election, held, version, before);
        }
        return new RenewOutcome.Unknown(new LockException(
                "election " + election + " in " + backend.describe() + ": the lease changed while it was being read"));
    }
}
