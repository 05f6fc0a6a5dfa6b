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

/** Gives a lease back: the lease is deleted, the epoch stays behind, and both are matched by version. */
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

    ReleaseOutcome release(HeldLease holding, ReleaseRequest departure) {
        LeaseRecord ours = holding.lease();
        List<BatchWrite> known = new ArrayList<>();
        known.add(BatchWrite.delete(RecordKeys.lease(election), holding.version()));
        known.add(epoch(ours, departure, WriteCondition.matchResourceVersion(holding.epochVersion())));
        known.add(reign(ours, departure));
        boolean done = applied(known);
        for (int round = 0; !done && round < ROUNDS; round++) {
            ElectionSnapshot standing = backend.records().of(election);
            if (!standing.isStill(ours)) {
                backend.holdings().remove(election, ours);
                return new ReleaseOutcome.NotOurs();
            }
            done = applied(found(standing, ours, departure));
        }
        if (!done) {
            return new ReleaseOutcome.Unknown(new LockException(
                    "election " + election + " in " + backend.describe() + ": the lease kept changing"));
        }
        backend.holdings().remove(election, ours);
        return new ReleaseOutcome.Released();
    }

    /** Drops whatever this candidate has, or a lost reply may have left. */
    void drop() {
        ElectionSnapshot standing = backend.records().of(election);
        Optional<LeaseRecord> ours =
                standing.holder().filter(holder -> holder.isOf(backend.process(), contender.candidate()));
        if (ours.isPresent()) {
            ReleaseRequest departure = ReleaseRequest.of(EndReason.SESSION_CLOSED);
            if (!applied(found(standing, ours.get(), departure))) {
                throw new LockException("election " + election + " in " + backend.describe()
                        + ": the lease changed while it was being dropped");
            }
            backend.holdings().remove(election, ours.get());
        }
    }

    private List<BatchWrite> found(ElectionSnapshot standing, LeaseRecord ours, ReleaseRequest departure) {
        List<BatchWrite> writes = new ArrayList<>();
        standing.leaseRow().ifPresent(row -> writes.add(BatchWrite.delete(row.key(), row.resourceVersion())));
        WriteCondition condition = standing.epochRow()
                .map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
        writes.add(epoch(ours, departure, condition));
        writes.add(reign(ours, departure));
        return writes;
    }

    private BatchWrite epoch(LeaseRecord ours, ReleaseRequest departure, WriteCondition condition) {
        EpochRecord kept = EpochRecord.begun(ours).givenBack(departure.successor());
        return BatchWrite.put(RecordKeys.epoch(election), kept.text(), condition);
    }

    private BatchWrite reign(LeaseRecord ours, ReleaseRequest departure) {
        return BatchWrite.put(
                RecordKeys.reign(election, ours.epoch()),
                TenureRecord.text(ours, Optional.of(departure.reason().code())),
                WriteCondition.unconditional());
    }

    private boolean applied(List<BatchWrite> writes) {
        return backend.store().applyAndAnnounce(writes) instanceof BatchOutcome.Applied;
    }
}
