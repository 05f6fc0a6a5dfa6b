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

/** One attempt to take a lease: read, decide, and write all of it or nothing. */
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
            long reading = backend.sightings().ask();
            ElectionSnapshot standing = backend.records().of(election);
            Duration watched = backend.sightings().saw(election, standing, reading);
            contender.complainIfSameId(standing);
            LeaseDecision verdict = LeaseDecision.of(standing, contender.asker(), watched, backend.obituaries());
            if (verdict instanceof LeaseDecision.Local local) {
                return new AcquireOutcome.HeldBy("(local)", local.epoch(), Optional.empty());
            }
            if (verdict instanceof LeaseDecision.Wait wait) {
                return new AcquireOutcome.HeldBy(wait.holder(), wait.epoch(), Optional.of(wait.atMost()));
            }
            Optional<AcquireOutcome> taken = take(standing, ((LeaseDecision.Take) verdict).condition());
            if (taken.isPresent()) {
                return contender.withdrawals() == withdrawals ? taken.get() : takenBack();
            }
            Optional<Duration> soon = Optional.of(backend.options().lookEvery());
            outcome = standing.holder()
                    .<AcquireOutcome>map(holder -> new AcquireOutcome.HeldBy(holder.holder(), holder.epoch(), soon))
                    .orElse(outcome);
        }
        return outcome;
    }

    private Optional<AcquireOutcome> take(ElectionSnapshot standing, WriteCondition condition) {
        long epoch = Math.max(floor, standing.highestEpoch()) + 1;
        LeaseRecord lease = contender.lease(epoch);
        List<BatchWrite> writes = new ArrayList<>();
        writes.add(BatchWrite.put(RecordKeys.lease(election), lease.text(), condition));
        writes.add(BatchWrite.put(
                RecordKeys.epoch(election),
                EpochRecord.begun(lease).text(),
                standing.epochRow()
                        .map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                        .orElseGet(WriteCondition::mustCreate)));
        // Written in this order, and each bears the time it is written: a reign ends before the next one begins.
        standing.holder()
                .ifPresent(former -> writes.add(BatchWrite.put(
                        RecordKeys.reign(election, former.epoch()),
                        TenureRecord.text(former, Optional.of(EndReason.TAKEN_OVER.code())),
                        WriteCondition.unconditional())));
        writes.add(BatchWrite.put(
                RecordKeys.reign(election, epoch),
                TenureRecord.text(lease, Optional.empty()),
                WriteCondition.mustCreate()));
        ClockReading before = backend.clock().now();
        if (!(backend.store().applyAndAnnounce(writes) instanceof BatchOutcome.Applied applied)) {
            return Optional.empty();
        }
        standing.holder().ifPresent(former -> CommandHolds.removeOf(former.process()));
        backend.holdings()
                .add(election, new HeldLease(contender, lease, version(applied, LEASE), version(applied, EPOCH)));
        if (epoch % (LeaseRecords.KEPT_REIGNS / 10) == 0) {
            backend.pruneLater(election);
        }
        return Optional.of(new AcquireOutcome.Won(new Claim(election, contender.instanceId(), epoch, before)));
    }

    private static long version(BatchOutcome.Applied applied, int step) {
        return applied.stored().get(step).map(StoredObject::resourceVersion).orElseThrow();
    }

    private AcquireOutcome takenBack() {
        new LeaseRelease(backend, contender).drop();
        return new AcquireOutcome.Unknown(
                new LockException("election " + election + ": the candidate withdrew while it was asking"));
    }
}
