package dev.baton.lease;

import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.store.BatchOutcome;
import dev.baton.store.BatchWrite;
import dev.baton.store.WriteCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Releases a lease: deletes the lease and keeps the epoch, both matched by version. */
final class LeaseRelease {
    private static final int ROUNDS = 4;

    private final LeaseBackend backend;
    private final LeaseContender contender;
    private final String election;

    LeaseRelease(LeaseBackend backend, LeaseContender contender) {
        this.backend = backend;
        this.contender = contender;
        this.election = contender.election();
    }

    ReleaseOutcome release(HeldLease held, ReleaseRequest request) {
        LeaseRecord ours = held.lease();
        List<BatchWrite> known = new ArrayList<>();
        known.add(new BatchWrite.Delete(RecordKeys.lease(election), held.version()));
        known.add(epoch(ours, request, WriteCondition.matchResourceVersion(held.epochVersion())));
        known.add(tenure(ours, request));
        boolean done = applied(known);
        for (int round = 0; !done && round < ROUNDS; round++) {
            ElectionSnapshot snapshot = backend.records().of(election);
            if (!snapshot.isHeldBy(ours)) {
                backend.heldLeases().remove(election, ours);
                return new ReleaseOutcome.NotOurs();
            }
            done = applied(found(snapshot, ours, request));
        }
        if (!done) {
            return new ReleaseOutcome.Unknown(new LockException("election " + election + " in " + backend.describe()
                    + ": the lease changed during every attempt to release it"));
        }
        backend.heldLeases().remove(election, ours);
        return new ReleaseOutcome.Released();
    }

    /** Releases what this candidate holds, or what a lost reply may have left. */
    void drop() {
        ElectionSnapshot snapshot = backend.records().of(election);
        Optional<LeaseRecord> ours =
                snapshot.holder().filter(holder -> holder.isOf(backend.process(), contender.candidate()));
        if (ours.isPresent()) {
            ReleaseRequest request = ReleaseRequest.of(EndReason.SESSION_CLOSED);
            if (!applied(found(snapshot, ours.get(), request))) {
                throw new LockException("election " + election + " in " + backend.describe()
                        + ": the lease changed while it was being released");
            }
            backend.heldLeases().remove(election, ours.get());
        }
    }

    private List<BatchWrite> found(ElectionSnapshot snapshot, LeaseRecord ours, ReleaseRequest request) {
        List<BatchWrite> writes = new ArrayList<>();
        snapshot.leaseRow().ifPresent(row -> writes.add(new BatchWrite.Delete(row.key(), row.resourceVersion())));
        WriteCondition condition = snapshot.epochRow()
                .map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
        writes.add(epoch(ours, request, condition));
        writes.add(tenure(ours, request));
        return writes;
    }

    private BatchWrite epoch(LeaseRecord ours, ReleaseRequest request, WriteCondition condition) {
        EpochRecord kept = EpochRecord.started(ours).asReleased(request.successor());
        return new BatchWrite.Put(RecordKeys.epoch(election), kept.text(), condition);
    }

    private BatchWrite tenure(LeaseRecord ours, ReleaseRequest request) {
        return new BatchWrite.Put(
                RecordKeys.tenure(election, ours.epoch()),
                TenureRecord.text(ours, Optional.of(request.reason().code())),
                WriteCondition.unconditional());
    }

    private boolean applied(List<BatchWrite> writes) {
        return backend.store().applyAndNotify(writes) instanceof BatchOutcome.Applied;
    }
}
