package dev.baton.lease;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.store.BatchOutcome;
import dev.baton.store.BatchWrite;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One attempt to take a lease: read, decide, and write everything or nothing. */
final class LeaseAcquisition {
    private static final int LEASE = 0;
    private static final int EPOCH = 1;
    private static final int ROUNDS = 3;

    private final LeaseBackend backend;
    private final LeaseContender contender;
    private final long floor;
    private final String election;

    LeaseAcquisition(LeaseBackend backend, LeaseContender contender, long floor) {
        this.backend = backend;
        this.contender = contender;
        this.floor = floor;
        this.election = contender.election();
    }

    AcquireOutcome run() {
        long withdrawals = contender.withdrawals();
        AcquireOutcome outcome = new AcquireOutcome.HeldBy("(changing hands)", 0, Optional.of(Duration.ofMillis(50)));
        for (int round = 0; round < ROUNDS; round++) {
            long reading = backend.timers().startReading();
            ElectionSnapshot snapshot = backend.records().of(election);
            Duration unchangedFor = backend.timers().unchangedFor(election, snapshot, reading);
            contender.reportDuplicateId(snapshot);
            LeaseDecision decision =
                    LeaseDecision.of(snapshot, contender.requester(), unchangedFor, backend.evidence());
            if (decision instanceof LeaseDecision.Local local) {
                return new AcquireOutcome.HeldBy("(local)", local.epoch(), Optional.empty());
            }
            if (decision instanceof LeaseDecision.Wait wait) {
                return new AcquireOutcome.HeldBy(wait.holder(), wait.epoch(), Optional.of(wait.atMost()));
            }
            Optional<AcquireOutcome> taken = take(snapshot, ((LeaseDecision.Take) decision).condition());
            if (taken.isPresent()) {
                return contender.withdrawals() == withdrawals ? taken.get() : withdraw();
            }
            Optional<Duration> soon = Optional.of(backend.options().pollInterval());
            outcome = snapshot.holder()
                    .<AcquireOutcome>map(holder -> new AcquireOutcome.HeldBy(holder.holder(), holder.epoch(), soon))
                    .orElse(outcome);
        }
        return outcome;
    }

    private Optional<AcquireOutcome> take(ElectionSnapshot snapshot, WriteCondition condition) {
        long epoch = Math.max(floor, snapshot.highestEpoch()) + 1;
        LeaseRecord lease = contender.lease(epoch);
        List<BatchWrite> writes = new ArrayList<>();
        writes.add(new BatchWrite.Put(RecordKeys.lease(election), lease.text(), condition));
        writes.add(new BatchWrite.Put(
                RecordKeys.epoch(election),
                EpochRecord.started(lease).text(),
                snapshot.epochRow()
                        .map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                        .orElseGet(WriteCondition::mustCreate)));
        // Each row gets the time of its own write, in this order: a tenure ends before the next one begins.
        snapshot.holder()
                .ifPresent(former -> writes.add(new BatchWrite.Put(
                        RecordKeys.tenure(election, former.epoch()),
                        TenureRecord.text(former, Optional.of(EndReason.TAKEN_OVER.code())),
                        WriteCondition.unconditional())));
        writes.add(new BatchWrite.Put(
                RecordKeys.tenure(election, epoch),
                TenureRecord.text(lease, Optional.empty()),
                WriteCondition.mustCreate()));
        ClockReading before = backend.clock().now();
        if (!(backend.store().applyAndNotify(writes) instanceof BatchOutcome.Applied applied)) {
            return Optional.empty();
        }
        snapshot.holder().ifPresent(former -> CommandHolds.removeOf(former.process()));
        backend.heldLeases()
                .add(election, new HeldLease(contender, lease, version(applied, LEASE), version(applied, EPOCH)));
        if (epoch % (LeaseRecords.KEPT_TENURES / 10) == 0) {
            backend.pruneLater(election);
        }
        return Optional.of(new AcquireOutcome.Won(new Claim(election, contender.instanceId(), epoch, before)));
    }

    private static long version(BatchOutcome.Applied applied, int step) {
        return applied.stored().get(step).map(StoredObject::resourceVersion).orElseThrow();
    }

    private AcquireOutcome withdraw() {
        new LeaseRelease(backend, contender).drop();
        return new AcquireOutcome.Unknown(
                new LockException("election " + election + ": the candidate withdrew during the attempt"));
    }
}
