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

/**
 * One attempt to take a lease: read, decide, and write everything or nothing.
 *
 * @param floor the epoch must be larger
 * @param withdrawals how often the candidate had withdrawn when it asked for this attempt
 */
record LeaseAcquisition(LeaseContext context, LeaseContender contender, long floor, long withdrawals) {
    private static final int LEASE = 0;
    private static final int EPOCH = 1;
    private static final int ROUNDS = 3;

    AcquireOutcome run() {
        AcquireOutcome outcome = new AcquireOutcome.HeldBy("(changing hands)", 0, Optional.of(Duration.ofMillis(50)));
        for (int round = 0; round < ROUNDS; round++) {
            if (contender.withdrawals() != withdrawals) {
                return withdrawn();
            }
            long reading = context.timers().startReading();
            ElectionSnapshot snapshot = context.records().of(contender.election());
            contender.reportDuplicateId(snapshot);
            LeaseDecision decision = contender.decide(snapshot, reading);
            if (decision instanceof LeaseDecision.Wait wait) {
                contender.watch(snapshot);
                return wait.outcome();
            }
            Optional<AcquireOutcome> taken = take(snapshot, ((LeaseDecision.Take) decision).condition());
            if (taken.isPresent()) {
                return contender.withdrawals() == withdrawals ? taken.get() : drop();
            }
            Optional<Duration> soon = Optional.of(context.options().pollInterval());
            outcome = snapshot.holder()
                    .<AcquireOutcome>map(holder -> new AcquireOutcome.HeldBy(holder.holder(), holder.epoch(), soon))
                    .orElse(outcome);
        }
        return outcome;
    }

    private Optional<AcquireOutcome> take(ElectionSnapshot snapshot, WriteCondition condition) {
        String election = contender.election();
        long highest = Math.max(floor, snapshot.highestEpoch());
        if (highest == Long.MAX_VALUE) {
            throw new LockException("election " + election + " in " + context.describe() + ": epoch " + highest
                    + " is the largest possible one, so no leader can follow. Nothing was changed. If the number was"
                    + " written by mistake, correct it in the records of this election");
        }
        long epoch = highest + 1;
        LeaseRecord lease = contender.lease(epoch);
        EpochRecord epochRecord = EpochRecord.begin(lease, snapshot.epoch());
        List<BatchWrite> writes = new ArrayList<>();
        writes.add(lease.put(election, condition));
        writes.add(epochRecord.put(election, snapshot.epochCondition()));
        // Each row gets the time of its own write, in this order: a tenure ends before the next one begins.
        snapshot.holder().ifPresent(former -> writes.add(TenureRecord.end(election, former, EndReason.TAKEN_OVER)));
        writes.add(TenureRecord.begin(election, lease));
        ClockReading before = context.clock().now();
        if (!(context.store().applyAndNotify(writes) instanceof BatchOutcome.Applied applied)) {
            return Optional.empty();
        }
        context.heldLeases()
                .add(
                        election,
                        new HeldLease(contender, lease, version(applied, LEASE), epochRecord, version(applied, EPOCH)));
        if (epoch % (LeaseRecords.KEPT_TENURES / 10) == 0) {
            pruneLater(election);
        }
        return Optional.of(new AcquireOutcome.Won(new Claim(election, contender.instanceId(), epoch, before)));
    }

    static long version(BatchOutcome.Applied applied, int step) {
        return applied.stored().get(step).map(StoredObject::resourceVersion).orElseThrow();
    }

    /** Removes old tenures of an election, after the requests that are already queued. */
    private void pruneLater(String election) {
        context.requests().run(() -> context.records().prune(election)).whenComplete((done, failed) -> {
            if (failed != null) {
                LeaseBackend.LOG.debug("cannot remove old tenures of {}; trying again later", election, failed);
            }
        });
    }

    private AcquireOutcome drop() {
        new LeaseRelease(context, contender).drop();
        return withdrawn();
    }

    private AcquireOutcome withdrawn() {
        return new AcquireOutcome.Unknown(
                new LockException("election " + contender.election() + ": the candidate withdrew during the attempt"));
    }
}
