package dev.baton.lease;

import dev.baton.EndReason;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.store.BatchOutcome;
import dev.baton.store.BatchWrite;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Releases a lease: deletes the lease and keeps the epoch, both matched by version. */
record LeaseRelease(LeaseContext context, LeaseContender contender) {
    private static final int ROUNDS = 4;

    ReleaseOutcome release(HeldLease held, ReleaseRequest request) {
        String election = contender.election();
        LeaseRecord ours = held.lease();
        boolean done = apply(
                held.epoch(),
                request,
                Optional.of(held.version()),
                WriteCondition.matchResourceVersion(held.epochVersion()));
        for (int round = 0; !done && round < ROUNDS; round++) {
            ElectionSnapshot snapshot = context.records().of(election);
            if (!snapshot.isHeldBy(ours)) {
                context.heldLeases().remove(election, ours);
                return new ReleaseOutcome.NotOurs();
            }
            done = apply(ours, request, snapshot);
        }
        if (!done) {
            return new ReleaseOutcome.Unknown(context.conflict(election, "during every attempt to release it"));
        }
        context.heldLeases().remove(election, ours);
        return new ReleaseOutcome.Released();
    }

    /** Releases what this candidate holds, or what a lost reply may have left. */
    void drop() {
        String election = contender.election();
        // A renewal that was sent before may write between the read and the release.
        for (int round = 0; round < ROUNDS; round++) {
            ElectionSnapshot snapshot = context.records().of(election);
            Optional<LeaseRecord> ours =
                    snapshot.holder().filter(holder -> holder.isOfSameCandidate(contender.lease(0)));
            if (ours.isEmpty()) {
                return;
            }
            if (apply(ours.get(), ReleaseRequest.of(EndReason.SESSION_CLOSED), snapshot)) {
                context.heldLeases().remove(election, ours.get());
                return;
            }
        }
        throw context.conflict(election, "during every attempt to release it");
    }

    private boolean apply(LeaseRecord ours, ReleaseRequest request, ElectionSnapshot snapshot) {
        Optional<Long> leaseVersion = snapshot.leaseRow().map(StoredObject::resourceVersion);
        EpochRecord epoch = snapshot.epoch().orElseGet(() -> EpochRecord.begin(ours, Optional.empty()));
        return apply(epoch, request, leaseVersion, snapshot.epochCondition());
    }

    private boolean apply(
            EpochRecord epoch, ReleaseRequest request, Optional<Long> leaseVersion, WriteCondition epochCondition) {
        String election = contender.election();
        List<BatchWrite> writes = new ArrayList<>();
        leaseVersion.ifPresent(version -> writes.add(new BatchWrite.Delete(RecordKeys.lease(election), version)));
        writes.add(epoch.release(request.successor().orElse("")).put(election, epochCondition));
        writes.add(TenureRecord.end(election, epoch.last(), request.reason()));
        return context.store().applyAndNotify(writes) instanceof BatchOutcome.Applied;
    }
}
